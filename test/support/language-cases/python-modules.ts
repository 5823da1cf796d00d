import { FunctionRuntime } from 'synthgate';
import { fails, gives, type LanguageCases } from './language-case';

/* How modules of functions in Python are found and loaded: https://docs.aws.amazon.com/lambda/latest/dg/python-handler.html#naming */

const H = 'def h(event, context):\n    return {"statusCode": 200, "body": ';
/** A file whose handler has the value of an expression as its body. */
const module = (value: string, ...before: readonly string[]) => [...before, `${H}${value}}\n`].join('\n');

export const PYTHON_MODULE_CASES: LanguageCases = {
  c11: { about: 'a module that raises', files: { 'app.py': 'raise RuntimeError("boom")\n' }, calls: [fails(/FUNCTION_INIT_FAILED.*boom/)] },
  c12: { about: 'a module that is missing', files: { 'app.py': 'import nosuch\n' }, calls: [fails(/Unable to import module 'app': No module named 'nosuch'/)] },
  c13: { about: 'a mistake in the syntax', files: { 'app.py': 'def h(e, c)\n    pass\n' }, calls: [fails(/Syntax error in module 'app': .*\(app\.py, line 1\)/)] },
  c14: { about: 'a function that the module does not have', files: { 'app.py': '' }, props: { handler: 'app.nosuch' }, calls: [fails(/Handler 'nosuch' missing on module 'app'/)] },
  c15: { about: 'a handler without a dot', files: { 'app.py': '' }, props: { handler: 'nodot' }, calls: [fails(/Bad handler 'nodot': not enough values to unpack \(expected 2, got 1\)/)] },
  c16: { about: 'a module in a package', files: { 'src/pkg/m.py': module('__name__') }, props: { handler: 'src/pkg/m.h' }, calls: [gives('src.pkg.m')] },
  c16b: { about: 'the same with dots', files: { 'src/pkg/m.py': module('__name__') }, props: { handler: 'src.pkg.m.h' }, calls: [gives('src.pkg.m')] },
  c23: { about: 'a module that never ends', files: { 'app.py': 'import time\nwhile True:\n    time.sleep(1)\n' }, calls: [fails(/FUNCTION_INIT_TIMEOUT/)] },
  c30: { about: 'a version that may not be here', files: { 'app.py': module('str(sys.version_info[0])', 'import sys') }, props: { runtime: FunctionRuntime.PYTHON_3_14 }, calls: [gives('3')] },
  c31: { about: 'a package of a virtual environment', files: { 'app.py': module('boxed.NAME', 'import boxed') }, packages: { 'boxed.py': 'NAME = "of a package"\n' }, calls: [gives('of a package')] },
  nested: { about: 'a module that a module misses', files: { 'app.py': 'import below\n', 'below.py': 'import nosuch.deep\n' }, calls: [fails(/Unable to import module 'app': No module named 'nosuch'/)] },
  name: { about: 'a name that a module does not have', files: { 'app.py': 'from json import nosuch\n' }, calls: [fails(/Unable to import module 'app': cannot import name 'nosuch' from 'json'/)] },
  relative: { about: 'a relative import beside the handler', files: { 'app.py': 'from . import below\n', 'below.py': '' }, calls: [fails(/Unable to import module 'app': attempted relative import with no known parent package/)] },
  inpackage: {
    about: 'a relative import in a package', files: { 'pkg/__init__.py': '', 'pkg/app.py': module('NAME', 'from .below import NAME'), 'pkg/below.py': 'NAME = "of below"\n' }, props: { handler: 'pkg.app.h' },
    calls: [gives('of below')],
  },
  beside: { about: 'a module beside the handler', files: { 'app.py': module('below.NAME', 'import below'), 'below.py': 'NAME = "beside"\n' }, calls: [gives('beside')] },
  data: { about: 'a file of data beside the handler', files: { 'app.py': module('open("data.txt").read()'), 'data.txt': 'of a file' }, calls: [gives('of a file')] },
  builtin: { about: 'a module of the interpreter', files: { 'sys.py': module('""') }, props: { handler: 'sys.h' }, calls: [fails(/Cannot use built-in module sys as a handler module/)] },
  tabs: { about: 'a mistake in the indentation', files: { 'app.py': 'def h(e, c):\nreturn 1\n' }, calls: [fails(/Syntax error in module 'app': expected an indented block/)] },
  exits: { about: 'a module that exits', files: { 'app.py': 'import sys\nsys.exit(4)\n' }, calls: [fails(/FUNCTION_INIT_FAILED/)] },
  mainguard: { about: 'what a module does as a program', files: { 'app.py': module('__name__', 'if __name__ == "__main__":\n    raise SystemExit(1)') }, calls: [gives('app')] },
  latin: { about: 'a source in another encoding', files: { 'app.py': module('"gr\\u00fc\\u00df"', '# -*- coding: latin-1 -*-') }, calls: [gives('grüß')] },
  unicode: { about: 'names of functions beyond ASCII', files: { 'app.py': 'def größe(event, context):\n    return {"statusCode": 200, "body": "ok"}\n' }, props: { handler: 'app.größe' }, calls: [gives('ok')] },
};
