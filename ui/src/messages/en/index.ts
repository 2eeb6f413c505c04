// English. One file per part of the window; together they are the list of every message there is.
import { cards } from "./cards";
import { character } from "./character";
import { checks } from "./checks";
import { comfort } from "./comfort";
import { common } from "./common";
import { documents } from "./documents";
import { exporting } from "./export";
import { fields } from "./fields";
import { help } from "./help";
import { intake } from "./intake";
import { library } from "./library";
import { lorebook } from "./lorebook";
import { making } from "./making";
import { native } from "./native";
import { merge } from "./merge";
import { notes } from "./notes";
import { persona } from "./persona";
import { preset } from "./preset";
import { preview } from "./preview";
import { raw } from "./raw";
import { rows } from "./rows";
import { rules } from "./rules";
import { settings } from "./settings";
import { shell } from "./shell";
import { trial } from "./trial";
import { workbench } from "./workbench";
import { world } from "./world";
import { worldChecks } from "./worldChecks";
import { worldFields } from "./worldFields";
import { worlds } from "./worlds";

export const en = {
  ...cards,
  ...character,
  ...checks,
  ...comfort,
  ...common,
  ...documents,
  ...exporting,
  ...fields,
  ...help,
  ...intake,
  ...library,
  ...lorebook,
  ...making,
  ...native,
  ...merge,
  ...notes,
  ...persona,
  ...preset,
  ...preview,
  ...raw,
  ...rows,
  ...rules,
  ...settings,
  ...shell,
  ...trial,
  ...workbench,
  ...world,
  ...worldChecks,
  ...worldFields,
  ...worlds,
};
