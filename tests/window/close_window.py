#!/usr/bin/python3
"""Asks the window manager to close a window, as its close button and a taskbar do. A key could get lost on the way."""
import ctypes
import sys


class ClientMessage(ctypes.Structure):
    _fields_ = [
        ("type", ctypes.c_int), ("serial", ctypes.c_ulong), ("send_event", ctypes.c_int), ("display", ctypes.c_void_p),
        ("window", ctypes.c_ulong), ("message_type", ctypes.c_ulong), ("format", ctypes.c_int), ("data", ctypes.c_long * 5),
    ]


CLIENT_MESSAGE = 33
SUBSTRUCTURE_NOTIFY_AND_REDIRECT = (1 << 19) | (1 << 20)

x11 = ctypes.CDLL("libX11.so.6")
x11.XOpenDisplay.restype = ctypes.c_void_p
x11.XDefaultRootWindow.argtypes = [ctypes.c_void_p]
x11.XDefaultRootWindow.restype = ctypes.c_ulong
x11.XInternAtom.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_int]
x11.XInternAtom.restype = ctypes.c_ulong
x11.XSendEvent.argtypes = [ctypes.c_void_p, ctypes.c_ulong, ctypes.c_int, ctypes.c_long, ctypes.c_void_p]
x11.XCloseDisplay.argtypes = [ctypes.c_void_p]

display = x11.XOpenDisplay(None)
if not display:
    sys.exit("no display")
# As large as any event: the library copies that much.
event = (ctypes.c_long * 24)()
message = ClientMessage.from_buffer(event)
message.type = CLIENT_MESSAGE
message.window = int(sys.argv[1])
message.message_type = x11.XInternAtom(display, b"_NET_CLOSE_WINDOW", 0)
message.format = 32
sent = x11.XSendEvent(display, x11.XDefaultRootWindow(display), 0, SUBSTRUCTURE_NOTIFY_AND_REDIRECT, ctypes.addressof(event))
x11.XCloseDisplay(display)
sys.exit(0 if sent else "the message was not sent")
