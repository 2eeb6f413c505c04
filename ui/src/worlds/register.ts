// Which panels an opened world has, one line each, sorted; every part of the worlds makes its own.
import "./importing/panel";
import "./world/panel";
