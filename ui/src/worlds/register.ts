// Which panels an opened world has, one line each, sorted; every part of the worlds makes its own.
import "./card/panel";
import "./importing/panel";
import "./update/panel";
import "./world/panel";
