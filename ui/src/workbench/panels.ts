// Which panels the inspector has, one line each, sorted; every part of the workbench makes its own.
import "../checks/panel";
import "../native/panel";
import "./preview/panel";
import "./told/panels";
import "./lorebook/panels";
