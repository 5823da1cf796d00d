import { Duration, FunctionRuntime } from 'synthgate';
import { fails, gives, type LanguageCases } from './language-case';

/*
 * Functions in Python: https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html and
 * https://github.com/aws/aws-lambda-python-runtime-interface-client
 */

/** A function whose body is the value of an expression, after these lines of the module. */
export const answers = (value: string, ...before: readonly string[]) => ({
  'app.py': `import json, logging, os, sys, time\n${before.join('\n')}\ndef h(event, context):\n    return {"statusCode": 200, "body": ${value}}\n`,
});
/** A function with these lines. */
export const handler = (...lines: readonly string[]) => ({
  'app.py': `import json, logging, os, sys, time\ndef h(event, context):\n${lines.map((line) => `    ${line}\n`).join('')}`,
});

const OK = 'return {"statusCode": 200, "body": "ok"}';
const PYTHON_3_11 = { runtime: FunctionRuntime.PYTHON_3_11 };

export const PYTHON_CASES: LanguageCases = {
  c1: { about: 'the path of the request', files: answers('json.dumps({"p": event["path"]})'), calls: [gives('{"p": "/c1"}')] },
  c2: { about: 'None', files: handler('return None'), calls: [fails(/RESULT_MALFORMED/)] },
  c3: { about: 'an exception', files: handler('return event["missing"]'), calls: [fails(/^\[ERROR\] KeyError: 'missing'/, /File ".*app\.py", line 3, in h/)] },
  c4: { about: 'an exception that selects a response', files: handler('return event["missing"]'), by: 'mapped', calls: [{ status: 404 }] },
  c9: {
    about: 'an exit, and a call after it', files: handler('if event["queryStringParameters"]: sys.exit(3)', 'return {"statusCode": 200, "body": "here"}'),
    calls: [{ ...fails(/FUNCTION_CRASHED/), query: 'leave=1' }, gives('here')],
  },
  c10: { about: 'a silent exit', files: handler('os._exit(0)'), calls: [fails(/FUNCTION_CRASHED/)] },
  c17: { about: 'a set', files: handler('return {"statusCode": 200, "body": {1}}'), calls: [fails(/Unable to marshal response: Object of type set is not JSON serializable/)] },
  c18: { about: 'a coroutine', files: { 'app.py': 'async def h(event, context):\n    return 1\n' }, calls: [fails(/Unable to marshal response: Object of type coroutine is not JSON serializable/)] },
  c19: { about: 'a decimal', files: { 'app.py': 'from decimal import Decimal\ndef h(event, context):\n    return {"d": Decimal("1.10")}\n' }, by: 'invoke', calls: [gives('{"d": 1.10}')] },
  c20: { about: 'letters beyond ASCII, as Python 3.12 writes them', files: handler('return "grüß"'), by: 'invoke', calls: [gives('"grüß"')] },
  c20b: { about: 'letters beyond ASCII, as Python 3.11 writes them', files: handler('return "grüß"'), by: 'invoke', props: PYTHON_3_11, calls: [gives('"gr\\u00fc\\u00df"')] },
  c21: { about: 'a call that takes too long', files: handler('time.sleep(5)'), props: { timeout: Duration.seconds(1) }, calls: [fails(/FUNCTION_TIMEOUT.*1000 ms/)] },
  c22: { about: 'a counter in the module', files: answers('str(next(counter))', 'import itertools', 'counter = itertools.count(1)'), calls: ['1', '2', '3'].map((body) => gives(body)) },
  c24: { about: 'more memory than it has', files: handler('return len(bytearray(1 << 30))'), calls: [fails(/MemoryError|FUNCTION_OUT_OF_MEMORY/)] },
  c25: { about: 'a result of 7 MB', files: answers('"x" * 7340032'), calls: [fails(/FUNCTION_RESULT_TOO_LARGE/)] },
  c26: {
    about: 'bytes in Base64', files: handler('return {"statusCode": 200, "headers": {"Content-Type": "image/png"}, "body": "iVBORw0KGgo=", "isBase64Encoded": True}'),
    calls: [gives(/^.PNG/)],
  },
  c27: {
    about: 'where it is', files: answers('json.dumps([os.getcwd() == os.environ["LAMBDA_TASK_ROOT"], os.environ["AWS_EXECUTION_ENV"]])'),
    calls: [gives('[true, "AWS_Lambda_python3.12"]')],
  },
  c28: {
    about: 'memory and time of the context', files: answers('json.dumps([context.memory_limit_in_mb, 0 < context.get_remaining_time_in_millis() <= 3000])'),
    calls: [gives('["128", true]')],
  },
  c29: { about: 'a variable of the gateway', files: answers('os.environ.get("LANGUAGE_CASES_SECRET", "unset")'), calls: [gives('unset')] },
  namedtuple: {
    about: 'a named tuple is an object', files: { 'app.py': 'import collections\nPoint = collections.namedtuple("Point", "x y")\ndef h(event, context):\n    return [Point(1, 2), (3,)]\n' },
    by: 'invoke', calls: [gives('[{"x": 1, "y": 2}, [3]]')],
  },
  generator: { about: 'a generator', files: handler('yield 1'), calls: [fails(/Unable to marshal response: Object of type generator is not JSON serializable/)] },
  bytes: { about: 'bytes are the result as they are', files: handler('return b\'{"statusCode": 201, "body": "raw"}\''), calls: [{ status: 201, body: 'raw' }] },
  nan: { about: 'a number that JSON does not have', files: handler('return [float("nan"), float("inf")]'), by: 'invoke', calls: [gives('[NaN, Infinity]')] },
  keys: { about: 'keys that are no text', files: handler('return {1: "a", True: "b", None: "c"}'), by: 'invoke', calls: [gives(/^\{"(?:1|true)": "b", "null": "c"\}$/)] },
  tuplekey: { about: 'a key that JSON cannot have', files: handler('return {(1, 2): "a"}'), calls: [fails(/Unable to marshal response: keys must be str, int, float, bool or None, not tuple/)] },
  circle: { about: 'a result that contains itself', files: handler('a = []', 'a.append(a)', 'return a'), calls: [fails(/Unable to marshal response: .*[Cc]ircular reference|Unable to marshal response: maximum recursion depth/)] },
  datetime: { about: 'a date', files: handler('import datetime', 'return datetime.datetime.now()'), calls: [fails(/Unable to marshal response: Object of type datetime is not JSON serializable/)] },
  bodydict: { about: 'a body that is no text', files: handler('return {"statusCode": 200, "body": {"a": 1}}'), calls: [fails(/RESULT_MALFORMED/)] },
  statustext: { about: 'a status as text', files: handler('return {"statusCode": "201"}'), calls: [{ status: 201, body: '' }] },
  tuple: { about: 'a tuple as a result', files: handler('return {"statusCode": 200}, 1'), calls: [fails(/RESULT_MALFORMED/)] },
  callable: { about: 'an object that can be called', files: { 'app.py': `class Handler:\n    def __call__(self, event, context):\n        ${OK}\nh = Handler()\n` }, calls: [gives('ok')] },
  partial: { about: 'a decorated handler', files: { 'app.py': `import functools\ndef both(f):\n    @functools.wraps(f)\n    def inside(event, context):\n        return f(event)\n    return inside\n@both\ndef h(event):\n    ${OK}\n` }, calls: [gives('ok')] },
  arguments: { about: 'a handler without context', files: { 'app.py': `def h(event):\n    ${OK}\n` }, calls: [fails(/^\[ERROR\] TypeError: h\(\) takes 1 positional argument but 2 were given/)] },
  notcallable: { about: 'a handler that is a number', files: { 'app.py': 'h = 3\n' }, calls: [fails(/^\[ERROR\] TypeError: 'int' object is not callable/)] },
  recursion: {
    about: 'endless recursion, and a call after it', files: { 'app.py': `def deep():\n    deep()\ndef h(event, context):\n    if event["queryStringParameters"]: deep()\n    ${OK}\n` },
    calls: [{ ...fails(/^\[ERROR\] RecursionError/), query: 'deep=1' }, gives('ok')],
  },
  nomessage: { about: 'an exception without a message', files: { 'app.py': 'class Refused(Exception):\n    pass\ndef h(event, context):\n    raise Refused()\n' }, calls: [fails(/^\[ERROR\] Refused$|^\[ERROR\] Refused[\r\n]/)] },
  chained: {
    about: 'an exception with a cause', files: handler('try: {}["first"]', 'except Exception as error: raise ValueError("second") from error'),
    calls: [{ ...fails(/^\[ERROR\] ValueError: second/), notInLog: /KeyError/ }],
  },
  group: { about: 'an interrupt', files: handler('raise KeyboardInterrupt()'), calls: [fails(/FUNCTION_CRASHED/)] },
  exittext: { about: 'an exit with a text', files: handler('sys.exit("good bye")'), calls: [fails(/^good bye$/, /FUNCTION_CRASHED/)] },
  environment: {
    about: 'a variable that a call sets stays', files: handler('before = os.environ.get("STAYS", "unset")', 'os.environ["STAYS"] = "set"', 'return {"statusCode": 200, "body": before}'),
    calls: [gives('unset'), gives('set')],
  },
  largevalue: { about: 'a variable of 3,000 characters', files: answers('str(len(os.environ["LARGE"]))'), props: { environment: { LARGE: 'x'.repeat(3000) } }, calls: [gives('3000')] },
  encoded: { about: 'a name beyond ASCII in the query', files: answers('event["queryStringParameters"]["name"]'), calls: [{ ...gives('grüß Gott'), query: 'name=gr%C3%BC%C3%9F+Gott' }] },
  trace: { about: 'the trace of the call', files: answers('os.environ["_X_AMZN_TRACE_ID"]'), calls: [gives(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}/)] },
  clock: { about: 'the time zone', files: answers('time.strftime("%z")'), calls: [gives('+0000')] },
  context: {
    about: 'names of the context', files: answers('json.dumps([context.function_version, context.client_context, context.identity.cognito_identity_id, context.log_group_name.split("/")[1:3], context.invoked_function_arn.split(":")[5]])'),
    calls: [gives('["$LATEST", null, null, ["aws", "lambda"], "function"]')],
  },
  temporary: {
    about: 'a file in the temporary directory stays', files: handler('import tempfile', 'p = os.path.join(tempfile.gettempdir(), "kept")', 'there = os.path.exists(p)', 'open(p, "w").close()', 'return {"statusCode": 200, "body": str(there)}'),
    calls: [gives('False'), gives('True')],
  },
  subprocess: { about: 'a program that it starts', files: answers('subprocess.run(["echo", "started"], capture_output=True, text=True).stdout', 'import subprocess'), calls: [gives('started\n')] },
  threads: {
    about: 'threads that are left running', files: handler('import threading', 'threading.Thread(target=time.sleep, args=(60,), daemon=False).start()', 'return {"statusCode": 200, "body": str(threading.active_count())}'),
    calls: [gives('2'), gives('3')],
  },
  threadfails: {
    about: 'a thread that fails', files: handler('import threading', 't = threading.Thread(target=lambda: 1 / 0)', 't.start(); t.join()', OK),
    calls: [gives('ok', /ZeroDivisionError: division by zero/)],
  },
  alarm: {
    about: 'an alarm during the call', files: handler('import signal', 'def ring(*_): raise TimeoutError("rang")', 'signal.signal(signal.SIGALRM, ring)', 'signal.setitimer(signal.ITIMER_REAL, 0.01)', 'time.sleep(2)'),
    calls: [fails(/^\[ERROR\] TimeoutError: rang/)],
  },
};
