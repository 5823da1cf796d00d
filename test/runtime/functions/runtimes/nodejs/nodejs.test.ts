import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import { closeAll, fixture, startEngine, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

afterEach(closeAll);

/** A function whose handler has this body. */
function functionWith(body: string): FunctionVersion {
  const codeDirectory = newDirectory();
  writeFileSync(path.join(codeDirectory, 'app.js'), `const fs = require('node:fs');\nexports.handler = async (event) => { ${body} };\n`);
  return fixture('app.handler', { codeDirectory, key: codeDirectory });
}

/** Whether the kernel or a container forbids sandboxes: then the function is refused, with that reason. */
const isForbidden = (outcome: InvocationOutcome) => JSON.stringify(outcome).includes('asks for: bubblewrap cannot make one');

const WRITES = `
  const look = (action) => { try { return action(); } catch ({ code }) { return code; } };
  fs.writeFileSync('/tmp/synthgate-node-test', 'x');
  fs.appendFileSync('/tmp/synthgate-node-test', 'y');
  return {
    text: fs.readFileSync('/tmp/synthgate-node-test', 'utf8'), own: look(() => fs.writeFileSync(process.env.TMPDIR + '/z', '')),
    code: look(() => fs.writeFileSync(__dirname + '/z', '')), secret: look(() => fs.readFileSync(event.secret)), passwords: look(() => fs.readFileSync('/etc/passwd')),
  };`;

test.each([true, false])('a function in a sandbox has a /tmp of its own (prewarmed: %s)', async (prewarm) => {
  const { engine, call } = startEngine({ sandbox: 'required', prewarm, permissions: {} });
  const secret = path.join(newDirectory(), 'secret');
  writeFileSync(secret, '');
  const version = functionWith(WRITES);
  await engine.prepare([version]);
  const outcome = await call(version, { secret });
  if (isForbidden(outcome)) return;
  expect(valueOf(outcome)).toEqual({ text: 'xy', code: 'EROFS', secret: 'ENOENT', passwords: 'ERR_ACCESS_DENIED' });
  expect(existsSync('/tmp/synthgate-node-test')).toBe(false);
});

test('without one a write to /tmp is refused', async () => {
  const { call } = startEngine({ sandbox: 'off', permissions: {} });
  expect(await call(functionWith(WRITES))).toMatchObject({ type: 'function-error', payload: expect.stringContaining('FileSystemWrite /tmp/synthgate-node-test') as string });
});

test('a function that may touch all files is in none', async () => {
  const { call } = startEngine({ sandbox: 'required', permissions: { '*': ['files'] } });
  const file = path.join(newDirectory(), 'written');
  const outcome = await call(functionWith('fs.writeFileSync(event.file, "x"); return 1;'), { file });
  expect([valueOf(outcome), readFileSync(file, 'utf8')]).toEqual([1, 'x']);
});

test('memory that runs out is known by the signal that ends it', async () => {
  const { call } = startEngine({ sandbox: 'required', permissions: {} });
  const outcome = await call(functionWith('const all = []; for (;;) all.push(new Array(100_000).fill({}));'));
  if (isForbidden(outcome)) return;
  expect(outcome).toMatchObject({ type: 'failed', code: 'FUNCTION_OUT_OF_MEMORY', exit: 'signal: killed' });
});
