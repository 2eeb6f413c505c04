// Everything the kit offers. It knows no domain: no address, no format, no command of the studio.
export { Authored, Name, visible } from "./Authored";
export { Banner, NoteRow } from "./Banner";
export { Button, IconButton, KeyCap, Toggle } from "./Button";
export { Checkbox, ChoiceCards, type Option, Segmented, Select, Switch, TickBox } from "./Choice";
export { Chip, FilterChip, Tag } from "./Chip";
export { Dialog } from "./Dialog";
export { EmptyState } from "./EmptyState";
export { LabelRow, SearchField, TextArea, TextField } from "./Field";
export { Icon, type IconName } from "./icons";
export { LedgerBar, type LedgerCounts, OUTCOMES, type Outcome, OutcomeMark } from "./Ledger";
export { Menu, type MenuChoice, type MenuGroup } from "./Menu";
export { PagePane, PaneRow, SidePane, stepPane } from "./Panes";
export { Popover } from "./Popover";
export { Progress } from "./Progress";
export { Tabs } from "./Tabs";
export { Tip } from "./Tip";
export { dismissToast, toast, ToastRegion } from "./Toast";
export { type ListHandle, placeId, VirtualList } from "./VirtualList";
