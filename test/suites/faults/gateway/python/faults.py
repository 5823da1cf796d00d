"""Handlers that go wrong, each in one way, by the numbers of the list of faults.

With `?well` each answers with the id of its process, so that its replacement can be asked.
"""

import ctypes
import os
import re
import signal
import subprocess
import sys
import threading
import time

MIB = 1024 * 1024


def ok(body):
    return {"statusCode": 200, "body": str(body)}


def pid():
    return ok(os.getpid())


def endless():
    while True:
        pass


def backtracks():
    re.match(r"(a+)+$", "a" * 60 + "b")


def ignores_the_end():
    for name in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(name, signal.SIG_IGN)
    endless()


def deadlock():
    lock = threading.Lock()
    lock.acquire()
    lock.acquire()


def processes():
    """60 of them; the function may reach a limit of the system before."""
    for _ in range(60):
        if os.fork() == 0:
            time.sleep(600)
            os._exit(0)
    return pid()


def fork_bomb():
    """Each process starts another one and goes on, 200 in all."""
    for _ in range(200):
        if os.fork() != 0:
            break
    if os.getpid() != PARENT:
        time.sleep(600)
    return pid()


def daemon():
    """In a session of its own, with the streams of the function."""
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            time.sleep(600)
        os._exit(0)
    os.wait()
    return pid()


def zombies():
    for _ in range(50):
        if os.fork() == 0:
            os._exit(0)
    return pid()


def twice():
    """The copy goes on as its parent does."""
    os.fork()
    return ok("parent" if os.getpid() == PARENT else "child")


def one_array():
    return ok(len(bytearray(1900 * MIB)))


def many_arrays():
    kept = []
    while True:
        kept.append(b"x" * MIB)


def stack():
    sys.setrecursionlimit(1_000_000_000)

    def deeper():
        return deeper()

    deeper()


def output():
    line = "x" * 1023 + "\n"
    for _ in range(256):
        sys.stdout.write(line * 1024)
    return ok("written")


def output_afterwards():
    def write():
        while True:
            os.write(2, b"y" * 4096)

    threading.Thread(target=write, daemon=True).start()
    return ok("goes on writing")


def endless_line():
    for _ in range(100):
        os.write(1, b"z" * MIB)
    return ok("written")


def no_descriptors():
    os.closerange(0, 256)
    return ok("closed")


def no_channel():
    os.close(3)
    return ok("closed")


def other_streams():
    os.close(0)
    os.close(1)
    os.close(2)
    return pid()


def garbage():
    os.write(3, b"garbage" * 1000)
    return ok("sent")


def half_a_frame():
    os.write(3, b"00000fff\x04" + b"0" * 16 + b'{"statusCode":')
    os._exit(0)


def forged():
    for number in range(50):
        body = b'{"statusCode":200,"body":"forged"}'
        os.write(3, b"%08x\x04%016x%b" % (17 + len(body), number, body))
    return ok("genuine")


def many_forged():
    body = b"x" * MIB
    for number in range(500):
        frame = b"%08x\x04%016x%b" % (17 + len(body), number, body)
        while frame:
            frame = frame[os.write(3, frame):]
    return ok("sent")


def threads():
    for _ in range(30):
        threading.Thread(target=endless_sleep).start()
    return pid()


def endless_sleep():
    while True:
        time.sleep(1)


def exits_beside_a_thread():
    """The interpreter itself would wait for it."""
    threading.Thread(target=endless_sleep).start()
    sys.exit(0)


def signalled(number):
    def run():
        os.kill(os.getpid(), number)
        time.sleep(600)

    return run


def replaced():
    import json

    for name in ("loads", "dumps", "JSONEncoder", "JSONDecoder"):
        setattr(json, name, None)
    for name in ("read", "write", "fork", "close", "_exit"):
        setattr(os, name, None)
    time.monotonic = time.time = None
    return pid()


def replaced_builtins():
    import builtins

    builtins.print = builtins.len = builtins.isinstance = None
    return pid()


def environment():
    os.environ.clear()
    return pid()


def secret():
    return ok(os.environ.get("GW_SECRET"))


def descriptors():
    opened = []
    try:
        while len(opened) < 30_000:
            opened.append(os.open(os.devnull, os.O_RDONLY))
        return ok("all")
    except OSError as error:
        for descriptor in opened:
            os.close(descriptor)
        return ok("%d %d" % (error.errno, len(opened) // 100))


def large_file():
    with open(os.path.join(os.environ["TMPDIR"], "large"), "wb") as file:
        try:
            os.posix_fallocate(file.fileno(), 600 * MIB, 1)
        except OSError as error:
            return ok(error.errno)
    return ok("filled")


def no_place():
    os.chdir("/")
    return pid()


def children_write():
    """Programs that go on printing after the answer."""
    subprocess.Popen(["sh", "-c", "while true; do echo from a child; sleep 0.1; done"])
    return pid()


def reads_input():
    return ok(len(sys.stdin.read()))


PARENT = os.getpid()
FAULTS = {
    "P01": endless, "P02": backtracks, "P03": ignores_the_end, "P04": deadlock, "P05": processes, "P06": fork_bomb, "P07": daemon,
    "P08": zombies, "P09": twice, "P10": one_array, "P11": many_arrays, "P12": stack, "P13": output, "P14": output_afterwards,
    "P15": endless_line, "P16": no_descriptors, "P17": no_channel, "P18": other_streams, "P19": garbage, "P20": half_a_frame,
    "P21": forged, "P22": many_forged, "P23": threads, "P24": exits_beside_a_thread, "P25": signalled(signal.SIGKILL),
    "P26": signalled(signal.SIGSTOP), "P27": signalled(signal.SIGALRM), "P28": lambda: ctypes.string_at(0), "P29": os.abort,
    "P30": lambda: os._exit(0), "P31": replaced, "P31b": replaced_builtins, "P32": environment, "P33": secret, "P34": descriptors, "P35": large_file,
    "P36": no_place, "P37": children_write, "P38": reads_input,
}


def handler_of(fault):
    def handle(event, context):
        return pid() if "well" in (event["queryStringParameters"] or {}) else fault()

    return handle


for name, fault in FAULTS.items():
    globals()[name] = handler_of(fault)
