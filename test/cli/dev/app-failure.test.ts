import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { readAppFailure, sourceFrame } from '../../../lib/cli/dev/app-failure';
import { newDirectory } from '../../support/temporary-directory';

let directory: string;

beforeEach(() => {
  directory = newDirectory();
  writeFileSync(path.join(directory, 'app.ts'), ["import x from 'axios-foo';", 'new Api(app, 5);', '\tthrow new Error();'].join('\n'));
});

const read = (...lines: string[]): ReturnType<typeof readAppFailure> => readAppFailure(`${lines.join('\n')}\n`, directory);
const NODE_FRAME = '    at Module._compile (node:internal/modules/cjs/loader:1521:14)';

test('an error of the definition has its own code, its line of source and its help', () => {
  expect(read(
    '[DEFINITION_INVALID] the app cannot be used: 1 error',
    '  error: app.ts:2:1: Pets: unknown property "timout" [PROPERTY_UNKNOWN]', '      Correct it.',
    '    Correct each, and run it again.',
  )).toEqual({
    output: '', code: 'PROPERTY_UNKNOWN',
    text: 'app.ts:2:1: Pets: unknown property "timout" [PROPERTY_UNKNOWN]\n    2 │ new Api(app, 5);\n      ╵ ^\n    Correct it.',
  });
});

test('several errors are counted, and each has its line; a place that cannot be read has none', () => {
  const { code, text } = read(
    '[DEFINITION_INVALID] the app cannot be used: 3 errors',
    '  error: app.ts:2:5 (first at app.ts:1:1): A: there is already one [RESOURCE_DUPLICATE]', '      Use it.',
    '  error: gone.ts:1:1: B: wrong [METHOD_UNKNOWN]', '      Allowed: GET.',
    '  error: C: no line [INTEGRATION_MISSING]', '      Pass one.',
    '    Correct each, and run it again.',
  );
  expect(code).toBe('DEFINITION_INVALID');
  expect(text.split('\n')).toEqual([
    '3 errors',
    'app.ts:2:5 (first at app.ts:1:1): A: there is already one [RESOURCE_DUPLICATE]', '    2 │ new Api(app, 5);', '      ╵     ^', '    Use it.',
    'gone.ts:1:1: B: wrong [METHOD_UNKNOWN]', '    Allowed: GET.',
    'C: no line [INTEGRATION_MISSING]', '    Pass one.',
  ]);
});

test('an exception shows where the project threw it, without the frames of Node; what was printed before is apart', () => {
  expect(read('hello', 'Error: not today', `    at Object.<anonymous> (${path.join(directory, 'app.ts')}:3:8)`, NODE_FRAME)).toEqual({
    output: 'hello', code: undefined, text: 'Error: not today\n    app.ts:3:8:\n    3 │  throw new Error();\n      ╵        ^',
  });
});

test('a stack through several files stays', () => {
  const [first, second] = [`    at load (${path.join(directory, 'node_modules/x/i.js')}:1:1)`, `    at file://${path.join(directory, 'app.ts')}:2:5`];
  expect(read('TypeError: x is not a function', first, second, NODE_FRAME).text.split('\n')).toEqual([
    'TypeError: x is not a function', '    app.ts:2:5:', '    2 │ new Api(app, 5);', '      ╵     ^', first, second,
  ]);
});

test('an error of synthgate that is thrown keeps its code', () => {
  expect(read('[PROPERTY_INVALID] restApiName is 5', '    It must be text.', `    at Object.<anonymous> (${path.join(directory, 'app.ts')}:2:1)`)).toMatchObject({
    code: 'PROPERTY_INVALID', text: expect.stringMatching(/^restApiName is 5 \[PROPERTY_INVALID\]\n {4}It must be text\.\n {4}app\.ts:2:1:\n/),
  });
});

test.each([
  ["Error: Cannot find module '@acme/axios/lib'", '@acme/axios'],
  ["Error [ERR_MODULE_NOT_FOUND]: Cannot find package 'axios-foo' imported from /x/app.mjs", 'axios-foo'],
])('a package that is not installed: %s', (message, name) => {
  const { text } = read(
    'node:internal/modules/cjs/loader:1210', '  throw err;', '  ^', '', message, 'Require stack:', '- /x/node_modules/.cache/synthgate/app-1-1.cjs',
    '    at Module._resolveFilename (node:internal/modules/cjs/loader:1207:15)', `    at Object.<anonymous> (${path.join(directory, 'app.ts')}:1:15)`, `${NODE_FRAME} {`,
    "  code: 'MODULE_NOT_FOUND',", "  requireStack: [ '/x/node_modules/.cache/synthgate/app-1-1.cjs' ]", '}', '', 'Node.js v20.20.2',
  );
  expect(text).toBe(`cannot find the package "${name}": npm install ${name}\n    app.ts:1:15:\n    1 │ import x from 'axios-foo';\n      ╵               ^`);
});

test('an app that ends without an error has its output as the reason', () => {
  expect(read('cannot go on')).toEqual({ output: '', text: 'cannot go on', code: undefined });
  expect(readAppFailure('', directory)).toEqual({ output: '', text: '', code: undefined });
});

test('of a long line the part around the column is shown', () => {
  const [line = '', mark = ''] = sourceFrame(`${'a'.repeat(200)}X${'b'.repeat(200)}`, { line: 1, column: 201 });
  expect([line.length < 90, line[mark.indexOf('^')]]).toEqual([true, 'X']);
  expect(sourceFrame('one line', { line: 7, column: 1 })).toEqual([]);
});
