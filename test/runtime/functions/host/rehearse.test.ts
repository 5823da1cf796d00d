import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { rehearse } from '../../../../lib/runtime/functions/host/rehearse';
import { decodeTextResult } from '../../../../lib/runtime/lambda-format/text-result';
import { FRAME, FrameReader } from '../../../../lib/runtime/functions/wire/frames';
import { REHEARSAL_FILES } from '../../../../lib/runtime/functions/wire/rehearsal';
import { closeAll, fixture, startEngine, valueOf } from '../../../support/functions/engine';

afterEach(closeAll);

/** A process begins to rehearse 50 ms after its start. */
const REHEARSED_MS = 500;

describe('a rehearsal', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
  });
  afterEach(() => rmSync(directory, { recursive: true, force: true }));

  const write = (files: Readonly<Record<string, string>>): void => {
    for (const [name, code] of Object.entries(files)) writeFileSync(path.join(directory, name), code);
  };

  test('makes whole events, on first requests of a route and on further ones, and answers them as text', async () => {
    // jest imports no ES modules
    write({ ...REHEARSAL_FILES, 'module.mjs': '', 'module.js': REHEARSAL_FILES['common.js'] });
    const answers: unknown[] = [];
    const frame = (kind: number, _nonce: string, body: string): void => {
      answers.push([kind, JSON.parse(decodeTextResult(body)?.body ?? 'null')]);
    };
    const broken = (reason: string): never => { throw new Error(reason); };
    new FrameReader({ frame, broken }, Infinity).push(Buffer.from(await rehearse(directory)));
    const event: unknown = expect.objectContaining({
      resource: '/{id}', httpMethod: 'GET', queryStringParameters: { a: 'b' }, pathParameters: { id: '1' },
      headers: expect.objectContaining({ 'Host': 'c.d', 'User-Agent': 'e' }) as unknown,
    });
    expect(answers).toEqual(Array.from({ length: 8 }, () => [FRAME.textResult, event]));
  });

  test('with a handler that cannot be loaded fails', async () => {
    write({ ...REHEARSAL_FILES, 'common.js': 'exports.other = 1' });
    await expect(rehearse(directory)).rejects.toThrow('common.handler is undefined or not exported');
  });
});

test('a process that has rehearsed runs a function like any other, which finds nothing of it among its modules and arguments', async () => {
  const { engine, call } = startEngine({ prewarm: true, permissions: {} });
  for (let waitMs = REHEARSED_MS; ; waitMs *= 2) {
    const version = fixture('styles.tellsSurroundings', { key: `${waitMs}` });
    await engine.prepare([version]);
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    const { codeDirectory, modules, ownArguments, found } = valueOf(await call(version)) as Readonly<Record<string, string[]>>;
    expect(codeDirectory).not.toBe(version.codeDirectory);
    expect(modules).toEqual([path.join(String(codeDirectory), 'styles.cjs')]);
    expect(ownArguments).toEqual([]);
    // where Node has found modules, it remembers
    if (found.some((file) => file.endsWith(path.join('rehearsal', 'common.js')))) return;
    engine.retain(new Set()); // the machine was too slow
  }
});
