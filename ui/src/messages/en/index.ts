// English. One file per part of the window; together they are the list of every message there is.
import { common } from "./common";
import { documents } from "./documents";
import { exporting } from "./export";
import { intake } from "./intake";
import { library } from "./library";
import { settings } from "./settings";
import { shell } from "./shell";
import { workbench } from "./workbench";

export const en = { ...common, ...shell, ...library, ...intake, ...settings, ...documents, ...workbench, ...exporting };
