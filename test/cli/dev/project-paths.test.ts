import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withProjectPaths } from '../../../lib/cli/dev/project-paths';
import type { LogEntry } from '../../../lib/runtime';
import { newDirectory } from '../../support/temporary-directory';

const COPY = '/tmp/synthgate-functions-wDFr6L/a44e25731154b868b02ab9135d0b8b14';

let project: string;
let logged: LogEntry[];
let log: (entry: LogEntry) => void;
beforeAll(() => {
  const workspace = newDirectory();
  const directory = path.join(workspace, 'project');
  for (const file of ['project/src/pets.ts', 'shared/names.ts']) {
    mkdirSync(path.dirname(path.join(workspace, file)), { recursive: true });
    writeFileSync(path.join(workspace, file), '');
  }
  project = directory;
  log = withProjectPaths(directory, (entry) => { logged.push(entry); });
});
beforeEach(() => { logged = []; });

test.each([
  ['    at helper (/var/task/src/pets.ts:11:9)', '    at helper (src/pets.ts:11:9)'],
  ['    at /var/task/src/pets.ts:3:1', '    at src/pets.ts:3:1'],
  [`    at handler (${COPY}/code/src/pets.ts:5:24)`, '    at handler (src/pets.ts:5:24)'],
  [`    at file://${COPY}/code/src/pets.ts:5:24`, '    at src/pets.ts:5:24'],
  [`    at name (${COPY}/shared/names.ts:2:3)`, '    at name (../shared/names.ts:2:3)'],
  ['function Pets threw Error: no, at handler (/var/task/src/pets.ts:7:12)', 'function Pets threw Error: no, at handler (src/pets.ts:7:12)'],
])('a file of the project is named by its path in it: %s', (message, shown) => {
  log({ level: 'info', message, fields: { stream: 'stderr' } });
  expect(logged).toEqual([{ level: 'info', message: shown, fields: { stream: 'stderr' } }]);
});

test.each([
  '    at handler (/var/task/index.js:1:12)',
  'wrote /var/task/src/pets.ts',
  '    at Module._compile (node:internal/modules/cjs/loader:1521:14)',
])('other texts stay as they are: %s', (message) => {
  log({ level: 'info', message, fields: { stream: 'stdout' } });
  expect(logged).toMatchObject([{ message }]);
});

test('a long line of data is not searched', () => {
  const message = `${'x/'.repeat(50_000)} /var/task/src/pets.ts:1:1`;
  log({ level: 'info', message, fields: { stream: 'stdout' } });
  expect(logged).toMatchObject([{ message }]);
});

test('frames of the program that runs functions are left out of what a function prints', () => {
  log({ level: 'info', message: '    at runCall (/tmp/synthgate-functions-wDFr6L/instance.js:1715:77)', fields: { stream: 'stderr' } });
  expect(logged).toEqual([]);
});

test('the reason of a request that failed names the file, too', () => {
  const explain = '[FUNCTION_ERROR] function Pets threw Error: no, at handler (/var/task/src/pets.ts:7:12)';
  log({ level: 'info', message: 'request', fields: { status: 502, explain } });
  log({ level: 'info', message: 'request', fields: { status: 200 } });
  expect(logged.map(({ fields }) => fields)).toEqual([{ status: 502, explain: explain.replace('/var/task/', '') }, { status: 200 }]);
});

test('a trace of Python names files of the project', () => {
  log({ level: 'info', message: `[ERROR] KeyError: 'a'\rTraceback (most recent call last):\r  File "${project}/src/app.py", line 3, in h`, fields: { stream: 'stdout' } });
  log({ level: 'error', message: `function Pets threw KeyError: 'a', at h (${project}/src/app.py:3)` });
  expect(logged.map(({ message }) => message)).toEqual([
    '[ERROR] KeyError: \'a\'\rTraceback (most recent call last):\r  File "src/app.py", line 3, in h', 'function Pets threw KeyError: \'a\', at h (src/app.py:3)',
  ]);
});
