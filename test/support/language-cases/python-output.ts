import { gives, type LanguageCases } from './language-case';
import { answers, handler } from './python';

/* Output and log of functions in Python: https://docs.aws.amazon.com/lambda/latest/dg/python-logging.html */

const OK = 'return {"statusCode": 200, "body": "ok"}';

export const PYTHON_OUTPUT_CASES: LanguageCases = {
  c5: { about: 'two printed lines', files: handler('print("first line\\nsecond line")', 'return {"statusCode": 200, "body": "intact"}'), calls: [gives('intact', /^first line$/, /^second line$/)] },
  c6: { about: 'a printed result', files: handler('print(\'{"statusCode":500}\')', OK), calls: [gives('ok')] },
  c7: { about: 'a warning', files: handler('logging.warning("be warned")', OK), calls: [gives('ok', /^\[WARNING\]\t\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z\t[0-9a-f-]{36}\tbe warned$/)] },
  c8: { about: 'an information', files: handler('logging.info("be informed")', OK), calls: [{ ...gives('ok'), notInLog: /be informed/ }] },
  level: { about: 'an information that the function lets through', files: handler('logging.getLogger().setLevel("INFO")', 'logging.info("let through")', OK), calls: [gives('ok', /^\[INFO\]\t.*\tlet through$/)] },
  basic: { about: 'basicConfig changes nothing, since the root logger has a handler', files: handler('logging.basicConfig(level=logging.INFO)', 'logging.info("not configured")', OK), calls: [{ ...gives('ok'), notInLog: /not configured/ }] },
  child: { about: 'a logger of its own', files: handler('logging.getLogger("orders").error("of a child")', OK), calls: [gives('ok', /^\[ERROR\]\t.*\tof a child$/)] },
  logexception: {
    about: 'an exception that is logged', files: handler('try: 1 / 0', 'except ZeroDivisionError: logging.exception("it went wrong")', OK),
    calls: [gives('ok', /^\[ERROR\]\t.*\tit went wrong$/, /^ZeroDivisionError: division by zero$/)],
  },
  unended: { about: 'a line without its end', files: handler('print("without an end", end="")', OK), calls: [gives('ok', /^without an end$/)] },
  stderr: { about: 'standard error', files: handler('print("to the other stream", file=sys.stderr)', OK), calls: [gives('ok', /^to the other stream$/)] },
  warns: { about: 'a warning of the interpreter', files: handler('import warnings', 'warnings.warn("is old")', OK), calls: [gives('ok', /UserWarning: is old/)] },
  emoji: { about: 'characters of all kinds', files: handler('print("\\U0001f600 \\ud800")', OK), calls: [gives('ok', /^\u{1f600} \\ud800$/u)] },
  contextlog: { about: 'the log of the context', files: handler('context.log("over the context")', OK), calls: [gives('ok', /^over the context$/)] },
  atimport: { about: 'a line that the module prints', files: answers('"ok"', 'print("while loading")'), calls: [gives('ok', /^while loading$/)] },
  ofchild: { about: 'what its program prints', files: handler('import subprocess', 'subprocess.run(["echo", "printed below"])', OK), calls: [gives('ok', /^printed below$/)] },
  closed: { about: 'a closed standard output', files: handler('sys.stdout.close()', OK), calls: [gives('ok')] },
  redirected: {
    about: 'standard output that is redirected for a while', files: handler('import contextlib, io', 'with contextlib.redirect_stdout(io.StringIO()) as text: print("kept inside")', 'return {"statusCode": 200, "body": text.getvalue()}'),
    calls: [{ ...gives('kept inside\n'), notInLog: /kept inside/ }],
  },
};
