"""Stands in for debugpy: the part of its interface that the bootstrap uses, and of the Debug Adapter Protocol that a test needs.

Breakpoints are lines of files, by the names that code was compiled with, as in debugpy.
"""

import json
import socket
import sys
import threading

_breakpoints, _attached, _resumed = set(), threading.Event(), threading.Event()
_configuration = {}
_client = None


def configure(**settings):
    _configuration.update(settings)


def listen(address):
    if _configuration != {"subProcess": False}:
        raise RuntimeError("not configured")
    server = socket.create_server(address)
    threading.Thread(target=_serve, args=(server,), daemon=True).start()
    sys.settrace(_trace)
    return server.getsockname()


def wait_for_client():
    _attached.wait()


def _serve(server):
    global _client
    while True:
        _client = server.accept()[0]
        try:
            for request in _requests(_client.makefile("rb")):
                _answer(request)
        except OSError:
            pass  # the client has gone
        _breakpoints.clear()
        _resumed.set()


def _requests(stream):
    for header in iter(stream.readline, b""):
        stream.readline()
        yield json.loads(stream.read(int(header.split(b": ")[1])))


def _answer(request):
    command, arguments = request["command"], request.get("arguments", {})
    if command == "setBreakpoints":
        _breakpoints.update((arguments["source"]["path"], breakpoint["line"]) for breakpoint in arguments["breakpoints"])
    _send({"type": "response", "request_seq": request["seq"], "success": True, "command": command})
    if command == "attach":
        _send({"type": "event", "event": "initialized"})
    elif command == "configurationDone":
        _attached.set()
    elif command == "continue":
        _resumed.set()


def _send(message):
    body = json.dumps(message).encode()
    _client.sendall(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))


def _trace(frame, event, argument):
    location = (frame.f_code.co_filename, frame.f_lineno)
    if event == "line" and location in _breakpoints:
        _resumed.clear()
        _send({"type": "event", "event": "stopped", "body": {"reason": "breakpoint", "location": location}})
        _resumed.wait()
    return _trace
