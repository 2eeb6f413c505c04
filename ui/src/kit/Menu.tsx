// A menu at a button. Items are data; sections get a line between them. A choice of one shows a tick.
import type { ReactElement } from "react";
import { Header, Keyboard, Menu as AriaMenu, MenuItem, MenuSection, MenuTrigger, Popover, type PopoverProps, Separator, Text } from "react-aria-components";
import { Icon, type IconName } from "./icons";
import "./Popover.css";
import "./Menu.css";

export interface MenuChoice {
  id: string;
  label: string;
  icon?: IconName;
  cap?: string | undefined;
  /** A line under the label: why it is off, or what it does. */
  note?: string | undefined;
  off?: boolean;
  danger?: boolean;
}
export interface MenuGroup { id: string; title?: string; items: MenuChoice[] }

export interface MenuProps {
  label: string;
  button: ReactElement;
  groups: MenuGroup[];
  /** Ids that carry a tick; given, the menu is a choice. */
  ticked?: string[];
  placement?: PopoverProps["placement"];
  onAction: (id: string) => void;
}

function Item({ item, ticks }: { item: MenuChoice; ticks: boolean }) {
  return (
    <MenuItem id={item.id} isDisabled={item.off ?? false} textValue={item.label} className={`menu-item ${item.danger === true ? "menu-item-danger" : ""}`}>
      {({ isSelected }) => (
        <>
          {ticks ? <span className="menu-tick">{isSelected ? <Icon name="tick" size="small" /> : null}</span> : null}
          {item.icon === undefined ? null : <Icon name={item.icon} />}
          <span className="grow stack">
            <Text slot="label" dir="auto">{item.label}</Text>
            {item.note === undefined ? null : <Text slot="description" className="menu-note">{item.note}</Text>}
          </span>
          {item.cap === undefined ? null : <Keyboard className="menu-cap">{item.cap}</Keyboard>}
        </>
      )}
    </MenuItem>
  );
}

export function Menu({ label, button, groups, ticked, placement = "bottom start", onAction }: MenuProps) {
  const choice = ticked === undefined ? {} : { selectionMode: "single" as const, selectedKeys: ticked };
  const shown = groups.filter((group) => group.items.length > 0);
  return (
    <MenuTrigger>
      {button}
      <Popover className="menu-popover" placement={placement} offset={4}>
        <AriaMenu className="menu" aria-label={label} onAction={(key) => onAction(String(key))} {...choice}>
          {shown.flatMap((group, at) => [
            at === 0 ? null : <Separator key={`${group.id}-line`} className="menu-line" />,
            <MenuSection key={group.id} id={group.id} {...(group.title === undefined ? { "aria-label": label } : {})}>
              {group.title === undefined ? null : <Header className="menu-title">{group.title}</Header>}
              {group.items.map((item) => <Item key={item.id} item={item} ticks={ticked !== undefined} />)}
            </MenuSection>,
          ])}
        </AriaMenu>
      </Popover>
    </MenuTrigger>
  );
}
