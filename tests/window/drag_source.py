#!/usr/bin/python3
"""A small window in the upper left corner from which files can be dragged, as out of a file manager.

Prints "ready" once it can be pressed, and ends after one drag."""
import sys

import gi

gi.require_version("Gdk", "3.0")
gi.require_version("Gtk", "3.0")
from gi.repository import Gdk, GLib, Gtk  # noqa: E402  the version has to be chosen first

addresses = [GLib.filename_to_uri(path, None) for path in sys.argv[1:]]
# A popup is not moved or framed by the window manager, so its place is known.
window = Gtk.Window(type=Gtk.WindowType.POPUP)
window.set_default_size(48, 48)
window.move(0, 0)
handle = Gtk.EventBox()
window.add(handle)
handle.drag_source_set(Gdk.ModifierType.BUTTON1_MASK, [], Gdk.DragAction.COPY)
handle.drag_source_add_uri_targets()
handle.connect("drag-data-get", lambda _widget, _context, selection, _info, _time: selection.set_uris(addresses))
handle.connect("drag-end", lambda *_: GLib.timeout_add(300, Gtk.main_quit))
window.connect("map-event", lambda *_: GLib.timeout_add(200, lambda: print("ready", flush=True)))
window.show_all()
Gtk.main()
