import { cpSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { closeAll, fixture, startEngine, valueOf } from '../../../support/functions/engine';
import type { FunctionPermission } from '../../../../lib/runtime/functions';
import { newDirectory } from '../../../support/temporary-directory';

afterEach(closeAll);

/** Attempts to write into another directory; returns each outcome, and the files in the code's directory and in the other one. */
const attempt = async (permissions: readonly FunctionPermission[]) => {
  const { call } = startEngine({ permissions: { '*': permissions } });
  const [codeDirectory, other] = [newDirectory(), newDirectory()];
  for (const file of ['come.cjs', 'writes.cjs']) cpSync(path.join(fixture('writes.attempts').codeDirectory, file), path.join(codeDirectory, file));
  const came = valueOf(await call(fixture('writes.attempts', { codeDirectory }), { other })) as Record<string, string>;
  return { came, code: readdirSync(codeDirectory), other: readdirSync(other) };
};

const REFUSED = [
  'socketOutside', 'socketThroughHandle', 'socketThroughDots', 'socketBehindZero', 'traceEvents',
  'heapSnapshot', 'heapSnapshotNearLimit', 'compilerTrace', 'compilerTraceWithPatchedMembers', 'report',
];

test('nothing below the file functions of Node writes outside of the own directory', async () => {
  const { came, code, other } = await attempt([]);
  expect({ code, other }).toEqual({ code: ['come.cjs', 'writes.cjs'], other: [] });
  expect(came).toMatchObject(Object.fromEntries(REFUSED.map((name) => [name, 'ERR_ACCESS_DENIED'])));
  expect(came).toMatchObject({ socketInOwn: 'done', exposeGc: 'done', database: 'ERR_UNKNOWN_BUILTIN_MODULE' });
});

test('who was given all files may write them in every way', async () => {
  const { came } = await attempt(['files']);
  expect(came).toMatchObject({ socketOutside: 'done', traceEvents: 'done', heapSnapshotNearLimit: 'done' });
});
