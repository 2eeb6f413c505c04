// Which panels the inspector has, one line each; every part of the workbench makes its own.
import "../checks/panel";
import "./preview/panel";
import "./told/panels";
