"""Program inside the process of a Python function.

It waits on its channel for the function that it is to become, loads the handler, and runs calls one at a time on the
main thread. It ends with the gateway. The frames are those of `wire/frames.ts`. Each call is taken out of the call
socket when it begins, and its answer is written to the channel before the next is taken: the answer log stays empty.

It needs Python 3.8 and its standard library. Errors, log lines and JSON are those of Lambda's own runtime.
See https://github.com/aws/aws-lambda-python-runtime-interface-client and
https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html
"""

from __future__ import annotations

import datetime
import decimal
import importlib
import io
import json
import logging
import math
import os
import re
import select
import site
import sys
import time
import traceback
import types
from _thread import stack_size as set_stack_size

# Names for type checkers; importing the module takes a while.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable, Iterable, Iterator, NoReturn

    Document = dict[str, Any]
    Handler = Callable[[Any, Any], Any]
    PathNames = Callable[..., str]

CHANNEL_FD, ANSWER_LOG_FD, CALL_SOCKET_FD = 3, 4, 5
READY, INIT_ERROR, RESULT, FUNCTION_ERROR, RESULT_TOO_LARGE, EXIT_NOTICE = 2, 3, 4, 5, 6, 7
ASSIGN, PIPELINE_DEPTH, CALLS, INSPECTOR, NO_DEBUGGER = 12, 15, 18, 20, 21

# Of a thread. The system counts all 8 MiB of its usual ones as memory of the function, which Lambda does not.
STACK_BYTES = 1024 * 1024

LENGTH_BYTES = 8
NONCE_AT = LENGTH_BYTES + 1
BODY_AT = NONCE_AT + 16
NO_NONCE = b"0" * 16
OUTPUT_MARK = b"\0end of call "
READ_BYTES = 64 * 1024
PIPELINE_MS, LONG_CALL_MS, STREAK, WEIGHT, MAX_PIPELINE_DEPTH = 16, 25, 100, 0.02, 128

TIME_FORMAT = "%Y-%m-%dT%H:%M:%S"
LOG_FORMAT = "[%(levelname)s]\t%(asctime)s.%(msecs)03dZ\t%(aws_request_id)s\t%(message)s"
# Attributes of every log record. Others come from `extra` and are part of a JSON log line.
RECORD_FIELDS = frozenset(vars(logging.makeLogRecord({}))) | {"aws_request_id", "tenant_id"}
CLIENT_FIELDS = ("installation_id", "app_title", "app_version_name", "app_version_code", "app_package_name")
TRACE_ID = b"_X_AMZN_TRACE_ID"
LEAVES = frozenset((str, int, float, bool, type(None)))

# Taken before user code runs, which may replace them.
read_now, write_now, exit_now, wait_for = os.read, os.write, os._exit, select.select
monotonic_now = time.monotonic
parse_json = json.JSONDecoder().decode


class Fault(Exception):
    """Error that Lambda's runtime names itself."""

    def __init__(self, name: str, message: str, *stack_trace: str) -> None:
        super().__init__(message)
        self.error_type = "Runtime." + name
        self.stack_trace = list(stack_trace)


def leave() -> NoReturn:
    """Ends the process at once: the gateway is gone, or a descriptor is not what it was."""
    exit_now(1)
    raise SystemExit  # not reached


def write_all(descriptor: int, data: bytes) -> None:
    """Writes synchronously, and all of it."""
    while data:
        data = data[write_now(descriptor, data):]


def send(kind: int, nonce: bytes, body: bytes) -> None:
    """Writes a frame to the channel."""
    try:
        write_all(CHANNEL_FD, b"%08x%c%b%b" % (BODY_AT - LENGTH_BYTES + len(body), kind, nonce, body))
    except OSError:
        leave()


def incoming_frames() -> Iterator[tuple[int, bytes]]:
    """Yields kind and body of each frame on the channel; ends the process when the channel ends."""
    held = b""
    while True:
        try:
            held += read_now(CHANNEL_FD, READ_BYTES) or leave()
            start = 0
            while len(held) >= start + LENGTH_BYTES:
                end = start + LENGTH_BYTES + int(held[start:start + LENGTH_BYTES], 16)
                if end > len(held):
                    break
                yield held[start + LENGTH_BYTES], held[start + BODY_AT:end]
                start = end
            held = held[start:]
        except (OSError, ValueError):
            leave()


def take_call(length: int) -> bytes:
    """Takes exactly one call out of the call socket. Reading does not block there: the gateway shares the socket."""
    call = b""
    while len(call) < length:
        try:
            call += read_now(CALL_SOCKET_FD, length - len(call)) or leave()
        except BlockingIOError:
            wait_for([CALL_SOCKET_FD], [], [])
        except OSError:
            leave()
    return call


def detach_fork() -> None:
    """Takes the gateway's descriptors from a process that the function has forked: it must not answer or take calls."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (CHANNEL_FD, ANSWER_LOG_FD, CALL_SOCKET_FD):
        os.dup2(nothing, descriptor, inheritable=False)


class Descriptor(io.FileIO):
    """Standard output or error, which remembers whether something was written to it."""

    has_written = False

    def write(self, data: Any) -> int:
        self.has_written = True
        return super().write(data)


class UnbufferedText(io.TextIOWrapper):
    """Text that is written at once, whatever happens to the process afterwards."""

    def write(self, text: str) -> int:
        written = super().write(text)
        self.flush()
        return written


class Output:
    """A standard stream, for user code and for this program."""

    def __init__(self, number: int, name: str) -> None:
        self.number = number
        self.descriptor = Descriptor(number, "wb", closefd=False)
        self.descriptor.name = name
        self.stream = UnbufferedText(io.BufferedWriter(self.descriptor), encoding="utf-8", errors="backslashreplace")

    def write_line(self, line: bytes) -> None:
        """Writes a line, even if user code has closed or replaced the stream."""
        self.flush()
        self.descriptor.has_written = True
        try:
            write_all(self.number, line + b"\n")
        except OSError:
            pass  # user code has closed the descriptor

    def end_call(self, nonce: bytes) -> None:
        """Marks where the output of a call ends, if there was any."""
        self.flush()
        if self.descriptor.has_written:
            self.write_line(OUTPUT_MARK + nonce)
            self.descriptor.has_written = False

    def flush(self) -> None:
        """Writes what user code has left in the buffer of the stream."""
        try:
            self.stream.flush()
        except (OSError, ValueError):
            pass  # user code has closed the stream or the descriptor


def is_record(value: Any) -> bool:
    """Tells whether a value is a named tuple."""
    return isinstance(value, tuple) and callable(getattr(value, "_asdict", None))


def has_special_parts(value: Any) -> bool:
    """Tells whether a value contains named tuples or keys of bytes, which `json` does not write as Lambda does."""
    if isinstance(value, dict):
        return any(type(key) is bytes for key in value) or has_special_items(value.values())
    return isinstance(value, (list, tuple)) and (is_record(value) or has_special_items(value))


def has_special_items(values: Iterable[Any]) -> bool:
    """Tells the same about several values. Hot path."""
    return any(type(value) not in LEAVES and has_special_parts(value) for value in values)


def without_special_parts(value: Any) -> Any:
    """Returns a copy with named tuples as objects and keys as text."""
    if is_record(value):
        value = value._asdict()
    if isinstance(value, dict):
        return {key.decode() if type(key) is bytes else key: without_special_parts(item) for key, item in value.items()}
    return [without_special_parts(item) for item in value] if isinstance(value, (list, tuple)) else value


class ResultEncoder(json.JSONEncoder):
    """Writes JSON as simplejson does for Lambda: decimals as they are, NaN, named tuples as objects, bytes as text."""

    # user code may replace those of the class
    to_text, iterencode = json.JSONEncoder.encode, json.JSONEncoder.iterencode

    def __init__(self, execution_environment: str) -> None:
        """Creates the encoder of a runtime: before Python 3.12, non-ASCII characters are escaped."""
        match = re.match(r"AWS_Lambda_python3\.(\d+)$", execution_environment)
        super().__init__(ensure_ascii=(int(match.group(1)) if match else sys.version_info.minor) < 12)
        self.has_decimals = False
        # nothing else contains it
        self.sign = os.urandom(16).hex()
        self.decimals = re.compile('"%s([^"]*)"' % self.sign)

    def encode(self, value: Any) -> str:
        self.has_decimals = False
        try:
            is_special = has_special_parts(value)
        except RecursionError:
            is_special = False  # the encoder tells why
        text = self.to_text(without_special_parts(value) if is_special else value)
        return self.decimals.sub(r"\1", text) if self.has_decimals else text

    def default(self, value: Any) -> Any:
        if isinstance(value, decimal.Decimal):
            self.has_decimals = True
            return math.nan if value.is_nan() else self.sign + str(value)
        if isinstance(value, bytes):
            return value.decode()
        raise TypeError("Object of type %s is not JSON serializable" % type(value).__name__)

    def to_bytes(self, value: Any) -> bytes:
        """Returns UTF-8; a lone surrogate is escaped as JSON escapes it."""
        return self.encode(value).encode("utf-8", "backslashreplace")


class LambdaLoggerHandler(logging.Handler):
    """Handler of the root logger. It adds the id of the running call to each record, and ends it with one line feed."""

    request_id = ""

    def __init__(self, output: Output, settings: Document) -> None:
        """Sets up the root logger. Its level stays WARNING unless the function's configuration names another."""
        super().__init__()
        environment = settings["environment"]
        self.named = path_names(settings)
        self.output = output
        self.is_json = environment.get("AWS_LAMBDA_LOG_FORMAT", "").upper() == "JSON"
        logging.Formatter.converter = time.gmtime
        self.setFormatter(JsonFormatter(self.named) if self.is_json else logging.Formatter(LOG_FORMAT, TIME_FORMAT))
        self.addFilter(self.complete)
        logging.getLogger().addHandler(self)
        level = environment.get("AWS_LAMBDA_LOG_LEVEL", "").upper().replace("TRACE", "DEBUG")
        if isinstance(logging.getLevelName(level), int):
            logging.getLogger().setLevel(level)

    def complete(self, record: logging.LogRecord) -> bool:
        """Adds what the formats of Lambda need."""
        record.aws_request_id, record.tenant_id = self.request_id, None
        return True

    def emit(self, record: logging.LogRecord) -> None:
        self.write(self.named(self.format(record)))

    def write(self, text: str) -> None:
        """Writes a line to standard output, where Lambda has its log."""
        self.output.write_line(text.encode("utf-8", "backslashreplace"))

    def write_error(self, document: Document, encoder: ResultEncoder) -> None:
        """Writes an error as one line: carriage returns inside, no-break spaces as indents."""
        if self.is_json:
            timestamp = time.strftime(TIME_FORMAT, time.gmtime())
            self.write(encoder.encode({"timestamp": timestamp, "level": "ERROR", **document}))
            return
        title = "[ERROR] " + ": ".join(filter(None, (document["errorType"], document["errorMessage"])))
        trace = "".join(element.rstrip("\n") + "\n" for element in document["stackTrace"])
        trace = re.sub("(?m)^ +", lambda indent: "\u00a0" * len(indent.group()), trace)
        self.write("\r".join((title + "\nTraceback (most recent call last):\n" + trace).splitlines()))


class JsonFormatter(logging.Formatter):
    """Writes a record as an object, as `AWS_LAMBDA_LOG_FORMAT=JSON` asks."""

    to_text = json.JSONEncoder(ensure_ascii=False).encode

    def __init__(self, named: PathNames) -> None:
        super().__init__()
        self.named = named

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.datetime.fromtimestamp(record.created, tz=datetime.timezone.utc)
        error_class, error, trace = record.exc_info or (None, None, None)
        place = "%s:%s:%d" % (record.pathname, record.funcName, record.lineno)
        entry = {
            "timestamp": moment.strftime(TIME_FORMAT + ".%f")[:-3] + "Z",
            "level": logging.getLevelName(min(50, max(0, record.levelno)) // 10 * 10),
            "message": record.getMessage(),
            "logger": record.name,
            "stackTrace": [self.named(element) for element in traceback.format_tb(trace)] if error_class else None,
            "errorType": error_class.__name__ if error_class else None,
            "errorMessage": str(error) if error_class else None,
            "requestId": getattr(record, "aws_request_id", None),
            "location": self.named(place, "") if error_class else None,
        }
        for name, value in vars(record).items():
            if name not in RECORD_FIELDS:
                entry.setdefault(name, value)
        return self.to_text({name: value for name, value in entry.items() if value is not None})


def describe_error(error: BaseException, request_id: str) -> Document:
    """Describes an error as Lambda does, without its causes. Parts that cannot be read are left out."""
    document = {"errorMessage": "", "errorType": type(error).__name__, "requestId": request_id, "stackTrace": []}
    if isinstance(error, Fault):
        document.update(errorType=error.error_type, stackTrace=error.stack_trace)
    try:
        document["errorMessage"] = str(error)
        if not isinstance(error, Fault):
            document["stackTrace"] = stack_trace(error)
    except Exception:
        pass  # of user code, or because user code has removed what reads its lines
    return document


def stack_trace(error: BaseException) -> list[str]:
    """Returns the frames of an error, from the first one outside of this program on."""
    summary = traceback.extract_tb(error.__traceback__)
    frames = [(frame.filename, frame.lineno, frame.name, frame.line) for frame in summary]
    first = next((index for index, frame in enumerate(frames) if frame[0] != leave.__code__.co_filename), 0)
    return traceback.format_list(frames[first:])


def path_names(settings: Document) -> PathNames:
    """Returns a function that names files by where their sources are; Lambda's directory stands for unknown ones."""
    own, shown = os.path.realpath(settings["directory"]), settings.get("shownDirectory", "/var/task")
    return lambda text, before='File "': text.replace("%s%s/" % (before, own), "%s%s/" % (before, shown))


def describe_exit(error: BaseException, request_id: str) -> Document:
    """Describes how the process ends by an error that is no `Exception`, in Lambda's words."""
    code = error.code if isinstance(error, SystemExit) else 1
    status = code & 0xFF if isinstance(code, int) else int(code is not None)
    how = "with error: exit status %d" % status if status else "without providing a reason"
    how = "with error: signal: interrupt" if isinstance(error, KeyboardInterrupt) else how
    message = "RequestId: %s Error: Runtime exited %s" % (request_id, how)
    return {"errorType": "Runtime.ExitError", "errorMessage": message}


def load_handler(name: str) -> Handler:
    """Loads `<directory>/<file without extension>.<function>`.

    >>> load_handler("src/orders.handler")
    """
    module_name, dot, function_name = name.rpartition(".")
    if not dot:
        raise Fault("MalformedHandlerName", "Bad handler '%s': not enough values to unpack (expected 2, got 1)" % name)
    if module_name.split(".")[0] in sys.builtin_module_names:
        raise Fault("BuiltInModuleConflict", "Cannot use built-in module %s as a handler module" % module_name)
    try:
        module = importlib.import_module(module_name.replace("/", "."))
    except ImportError as error:
        raise Fault("ImportModuleError", "Unable to import module '%s': %s" % (module_name, error))
    except SyntaxError as error:
        place = '  File "%s" Line %s\n    %s' % (error.filename, error.lineno, error.text)
        raise Fault("UserCodeSyntaxError", "Syntax error in module '%s': %s" % (module_name, error), place)
    try:
        return getattr(module, function_name)
    except AttributeError:
        raise Fault("HandlerNotFound", "Handler '%s' missing on module '%s'" % (function_name, module_name))


def open_to_debugger(settings: Document) -> None:
    """Lets a debugger attach, and waits for it on request. Without debugpy, the function runs all the same.

    See https://github.com/microsoft/debugpy/wiki/API-Reference
    """
    name_by_sources(settings)
    try:
        import debugpy
    except ImportError:
        reason = "%s has no debugpy; install it with: %s -m pip install debugpy" % (sys.executable, sys.executable)
        send(NO_DEBUGGER, NO_NONCE, reason.encode())
        return
    try:
        debugpy.configure(subProcess=False)
        port = debugpy.listen(("127.0.0.1", 0))[1]
    except Exception as error:
        send(NO_DEBUGGER, NO_NONCE, ("debugpy of %s does not start: %s" % (sys.executable, error)).encode())
        return
    send(INSPECTOR, NO_NONCE, b"%d" % port)
    if settings["inspection"]["waits"]:
        debugpy.wait_for_client()


def name_by_sources(settings: Document) -> None:
    """Compiles the function's own modules under the names of their sources: debuggers look for breakpoints by these."""
    from importlib import machinery

    own, named = os.path.realpath(settings["directory"]), path_names(settings)

    class Loader(machinery.SourceFileLoader):
        def get_code(self, fullname: str) -> types.CodeType:
            name = named(self.path, "") if not self.path.startswith(own + "/.opt/") else self.path
            return self.source_to_code(self.get_data(self.path), name)

    if "shownDirectory" not in settings:
        return
    others = (machinery.ExtensionFileLoader, machinery.EXTENSION_SUFFIXES), (machinery.SourcelessFileLoader, machinery.BYTECODE_SUFFIXES)
    finder_of = machinery.FileFinder.path_hook((Loader, machinery.SOURCE_SUFFIXES), *others)

    def hook(directory: str) -> Any:
        if not (os.path.realpath(directory) + "/").startswith(own + "/"):
            raise ImportError("no directory of the function")
        return finder_of(directory)

    sys.path_hooks.insert(0, hook)
    sys.path_importer_cache.clear()


class LambdaContext:
    """Second argument of a handler. The remaining time counts from the beginning of the call, by the monotonic clock.

    See https://docs.aws.amazon.com/lambda/latest/dg/python-context.html
    """

    def __init__(self, settings: Document, head: Document, log: LambdaLoggerHandler) -> None:
        self._ends_at = monotonic_now() + head["remainingMs"] / 1000
        self._log = log
        self.aws_request_id = head["invocationId"]
        self.function_name = settings["functionName"]
        self.function_version = "$LATEST"
        self.invoked_function_arn = settings["functionArn"]
        self.memory_limit_in_mb = str(settings["memoryMiB"])
        self.log_group_name = settings["logGroupName"]
        self.log_stream_name = settings["logStreamName"]
        self.tenant_id = None
        self.identity = types.SimpleNamespace(cognito_identity_id=None, cognito_identity_pool_id=None)
        self.client_context = with_attributes(head.get("clientContext"), ("custom", "env", "client"))
        if self.client_context is not None:
            self.client_context.client = with_attributes(self.client_context.client, CLIENT_FIELDS)

    def get_remaining_time_in_millis(self) -> int:
        """Returns the time until the call is given up."""
        return max(0, int((self._ends_at - monotonic_now()) * 1000))

    def log(self, message: Any) -> None:
        """Writes a message to the log, without a prefix."""
        self._log.write(str(message).rstrip("\n"))

    def __repr__(self) -> str:
        fields = ", ".join("%s=%s" % field for field in vars(self).items() if not field[0].startswith("_"))
        return "LambdaContext([%s])" % fields


def with_attributes(members: Document | None, names: tuple[str, ...]) -> types.SimpleNamespace | None:
    """Returns members of a JSON object as attributes; those that are missing are None."""
    return None if members is None else types.SimpleNamespace(**{name: members.get(name) for name in names})


class PipelineDepth:
    """Number of calls that may wait in the call socket, by how short they are: rules of `host/pipeline-depth.ts`."""

    def __init__(self) -> None:
        self.depth, self.streak, self.mean_ms = 1, 0, PIPELINE_MS

    def has_changed(self, took_ms: float) -> bool:
        """Counts a call that has ended. Hot path."""
        self.mean_ms += WEIGHT * (took_ms - self.mean_ms)
        self.streak = self.streak + 1 if took_ms < LONG_CALL_MS else 0
        depth = self.depth if self.streak >= STREAK else 1
        while depth > 1 and depth * self.mean_ms > 1.5 * PIPELINE_MS:
            depth //= 2
        while self.streak >= STREAK and depth < MAX_PIPELINE_DEPTH and 2 * depth * self.mean_ms <= PIPELINE_MS:
            depth *= 2
        former, self.depth = self.depth, depth
        return depth != former


# Access to files in Landlock's interface: to run and read, also directories; to write and truncate; with those of a directory all that the
# version of the kernel knows. See https://docs.kernel.org/userspace-api/landlock.html
READ_ACCESS, FILE_ACCESS, ACCESS_BITS = 0b1101, 0b100000000000111, (13, 14, 15)
CREATE_RULESET, ADD_RULE, RESTRICT_SELF, PATH_BENEATH, NO_NEW_PRIVILEGES = 444, 445, 446, 1, 38


def confine(readable: Iterable[str], writable: Iterable[str]) -> None:
    """Takes all other files from this process and those that it will start, for good. Directories that are not there are left out."""
    import ctypes

    libc = ctypes.CDLL(None, use_errno=True)

    def call(number: int, *arguments: Any) -> int:
        result: int = libc.syscall(number, *(ctypes.c_long(one) if isinstance(one, int) else one for one in arguments))
        if result < 0:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        return result

    version = call(CREATE_RULESET, None, 0, 1)
    every = (1 << ACCESS_BITS[min(version, len(ACCESS_BITS)) - 1]) - 1
    ruleset = call(CREATE_RULESET, every.to_bytes(8, sys.byteorder), 8, 0)
    for paths, access in ((readable, READ_ACCESS), (writable, every)):
        for path in filter(os.path.exists, paths):
            place = os.open(path, os.O_PATH | os.O_CLOEXEC)
            allowed = access if os.path.isdir(path) else access & FILE_ACCESS
            rule = (allowed & every).to_bytes(8, sys.byteorder) + place.to_bytes(4, sys.byteorder)
            call(ADD_RULE, ruleset, PATH_BENEATH, rule, 0)
            os.close(place)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    call(RESTRICT_SELF, ruleset, 0)
    os.close(ruleset)


class Instance:
    """The function that the process has become."""

    def __init__(self, settings: Document, outputs: tuple[Output, Output]) -> None:
        """Assigns the function: its environment, its directories, its log. None of its code runs yet."""
        environment = settings["environment"]
        self.settings, self.outputs, self.pipeline = settings, outputs, PipelineDepth()
        self.encoder = ResultEncoder(environment.get("AWS_EXECUTION_ENV", ""))
        os.environ.clear()
        os.environ.update(environment)
        time.tzset()
        # not by os.environ, because the C library keeps every value that a variable ever had
        self.variables = os.environ._data
        self.log = LambdaLoggerHandler(outputs[0], settings)

    def load(self) -> Handler:
        """Returns the handler; ends the process if it cannot be loaded."""
        settings = self.settings
        try:
            if "readable" in settings:
                confine(settings["readable"], (settings["scratchDirectory"], "/tmp", "/dev"))
            os.chdir(settings["directory"])
            own = sys.path if getattr(sys.flags, "safe_path", False) else sys.path[1:]
            sys.path[:] = [os.getcwd(), *settings.get("searchPath", ()), *own]
            for directory in settings.get("packageDirectories", ()):
                site.addsitedir(directory)  # packages that stay where their source is
            if "inspection" in settings:
                open_to_debugger(settings)
            return load_handler(settings["handler"])
        except Exception as error:
            document = self.describe(error, "")
            self.log.write_error(document, self.encoder)
            send(INIT_ERROR, NO_NONCE, self.encoder.to_bytes(document))
            leave()

    def run(self, handler: Handler, call: bytes) -> None:
        """Runs a call and answers it. Hot path."""
        nonce, event_at = call[NONCE_AT:BODY_AT], call.index(b"\n", BODY_AT) + 1
        began_at = monotonic_now()
        head = parse_json(call[BODY_AT:event_at].decode())
        self.begin(head)
        try:
            context = LambdaContext(self.settings, head, self.log)
            kind, body = RESULT, self.result(handler(parse_event(call[event_at:]), context))
        except Exception as error:
            document = self.describe(error, head["invocationId"])
            self.log.write_error(document, self.encoder)
            kind, body = FUNCTION_ERROR, self.encoder.to_bytes(document)
        if len(body) > self.settings["maxResultBytes"]:
            kind, body = RESULT_TOO_LARGE, b"%d" % len(body)
        for output in self.outputs:
            output.end_call(nonce)
        if self.pipeline.has_changed((monotonic_now() - began_at) * 1000):
            send(PIPELINE_DEPTH, NO_NONCE, b"%d" % self.pipeline.depth)
        send(kind, nonce, body)

    def describe(self, error: Exception, request_id: str) -> Document:
        """Describes an error, with the files of the function as people know them."""
        document = describe_error(error, request_id)
        return {**document, "stackTrace": [self.log.named(element) for element in document["stackTrace"]]}

    def begin(self, head: Document) -> None:
        """Makes the call the running one, for the log and for traces."""
        self.log.request_id = head["invocationId"]
        trace_id = head.get("traceId")
        if trace_id is None:
            self.variables.pop(TRACE_ID, None)
        else:
            self.variables[TRACE_ID] = trace_id.encode("utf-8", "replace")

    def result(self, value: Any) -> bytes:
        """Returns a handler's return value as JSON text, bytes as they are."""
        try:
            return value if isinstance(value, bytes) else self.encoder.to_bytes(value)
        except Exception as error:
            raise Fault("MarshalError", "Unable to marshal response: %s" % error)


def parse_event(text: bytes) -> Any:
    """Returns the first argument of a handler."""
    try:
        return parse_json(text.decode())
    except Exception as error:
        raise Fault("UnmarshalError", "Unable to unmarshal input: %s" % error)


def main() -> None:
    """Waits for the assignment, then runs calls until the process ends."""
    outputs = Output(1, "<stdout>"), Output(2, "<stderr>")
    sys.stdout, sys.stderr = sys.__stdout__, sys.__stderr__ = [output.stream for output in outputs]
    for descriptor in (CHANNEL_FD, ANSWER_LOG_FD, CALL_SOCKET_FD):
        os.set_inheritable(descriptor, False)
    os.register_at_fork(after_in_child=detach_fork)
    set_stack_size(STACK_BYTES)
    frames = incoming_frames()
    instance = Instance(next(parse_json(body.decode()) for kind, body in frames if kind == ASSIGN), outputs)
    handler = instance.load()
    send(READY, NO_NONCE, b"")
    try:
        for kind, body in frames:
            if kind == CALLS:
                for length in body.split(b","):
                    instance.run(handler, take_call(int(length)))
    except BaseException as error:
        send(EXIT_NOTICE, NO_NONCE, instance.encoder.to_bytes(describe_exit(error, instance.log.request_id)))
        raise


if __name__ == "__main__":
    main()
