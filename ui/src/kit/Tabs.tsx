// Tabs inside a page: two to six views of one thing. The open pieces of the workbench have a strip of their own.
import type { ReactNode } from "react";
import { Tab, TabList, TabPanel, Tabs as AriaTabs } from "react-aria-components";
import "./Tabs.css";

export interface TabsProps<T extends string> {
  label: string; value: T; onChange: (value: T) => void; tabs: { id: T; label: ReactNode }[]; children: (id: T) => ReactNode; className?: string;
}

export function Tabs<T extends string>({ label, value, onChange, tabs, children, className = "" }: TabsProps<T>) {
  return (
    <AriaTabs className={`tabs ${className}`} selectedKey={value} onSelectionChange={(key) => onChange(key as T)}>
      <TabList className="tabs-list" aria-label={label}>
        {tabs.map((tab) => <Tab key={tab.id} id={tab.id} className="tabs-tab">{tab.label}</Tab>)}
      </TabList>
      {tabs.map((tab) => <TabPanel key={tab.id} id={tab.id} className="tabs-panel">{children(tab.id)}</TabPanel>)}
    </AriaTabs>
  );
}
