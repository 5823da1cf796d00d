import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import type { LoadedApi } from '../../../lib/runtime/plan/loaded';
import { createCodeCopies, type CodeCopies } from '../../../lib/runtime/system/code-copies';
import { deployedSpec, readSpec } from '../../../lib/spec';
import { petsSpec } from '../../support/assembly';
import { until } from '../../support/functions/engine';
import { newDirectory } from '../../support/temporary-directory';

function newCode(digest = 'd1'): { digest: string; directory: string; handler: string } {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'index.js'), 'the code');
  return { digest, directory, handler: 'index.handler' };
}

/** An API with one function of this code, which may run for a second. */
function apiWith(digest: string): LoadedApi {
  const spec = petsSpec();
  const definition = readSpec({ ...spec, functions: { Pets: { code: 'pets', handler: 'index.handler', timeoutMs: 1_000 } } }, 'test').spec;
  const stage = { name: 'prod', variables: {}, fingerprint: 'f', deployed: deployedSpec(definition), code: { Pets: newCode(digest) }, source: 'assembly' } as const;
  return { name: 'Pets', definition, code: {}, stages: [stage] };
}

test('a copy survives changes of the original, exists once per digest, and is removed at the end', async () => {
  const code = newCode();
  const copies = await createCodeCopies(() => 0);
  const { Pets } = await copies.adoptCode({ Pets: code });
  writeFileSync(path.join(code.directory, 'index.js'), 'other code');
  expect(await copies.adoptCode({ Cats: code })).toEqual({ Cats: Pets });
  expect(readFileSync(path.join(Pets.directory, 'index.js'), 'utf8')).toBe('the code');
  await copies.close();
  expect(existsSync(path.dirname(Pets.directory))).toBe(false);
});

describe('after a reload with other code', () => {
  let now = 0;
  /** A reload: the API with its copies, and the digests that have a copy after it. */
  const reload = async (copies: CodeCopies, digest: string) => {
    const api = await copies.adopt(apiWith(digest));
    await copies.retire([api]);
    return readdirSync(path.dirname(api.stages[0]?.code.Pets?.directory ?? '')).sort();
  };

  test('a copy stays for the calls that may still run it, and goes then', async () => {
    const copies = await createCodeCopies(() => now);
    expect(await reload(copies, 'a')).toEqual(['a']);
    now += 3_600_000;
    expect(await reload(copies, 'b')).toEqual(['a', 'b']);
    now += 121_000;
    expect(await reload(copies, 'b')).toEqual(['a', 'b']);
    now += 1;
    expect(await reload(copies, 'b')).toEqual(['b']);
    await copies.close();
  });

  test('code that is served again keeps its copy, or gets another', async () => {
    const copies = await createCodeCopies(() => now);
    await reload(copies, 'a');
    await reload(copies, 'b');
    now += 100_000;
    await reload(copies, 'a');
    now += 130_000;
    expect(await reload(copies, 'a')).toEqual(['a']);
    expect(await reload(copies, 'b')).toEqual(['a', 'b']);
    await copies.close();
  });

  test('hundreds of reloads leave no more copies than two minutes of them', async () => {
    const copies = await createCodeCopies(() => now);
    let left: readonly string[] = [];
    for (let number = 0; number < 200; number += 1) {
      now += 30_000;
      left = await reload(copies, `digest-${number}`);
    }
    expect(left).toHaveLength(6);
    await copies.close();
  });

  test('a test invocation keeps its code as long as any function may run', async () => {
    const copies = await createCodeCopies(() => now);
    await reload(copies, 'a');
    await copies.adoptCode({ Cats: newCode('c') });
    now += 1_000_000;
    expect(await reload(copies, 'a')).toEqual(['a', 'c']);
    now += 20_001;
    expect(await reload(copies, 'a')).toEqual(['a']);
    await copies.close();
  });
});

test('when the gateway is killed, the copies go', async () => {
  const outfile = path.join(newDirectory(), 'gateway.js');
  const program = `
    import { createCodeCopies } from ${JSON.stringify(path.resolve(__dirname, '../../../lib/runtime/system/code-copies'))};
    createCodeCopies(() => 0)
      .then((copies) => copies.adoptCode({ Pets: ${JSON.stringify(newCode())} }))
      .then(({ Pets }) => console.log(Pets.directory));
    setInterval(() => undefined, 1000);
  `;
  buildSync({ stdin: { contents: program, resolveDir: __dirname, loader: 'ts' }, outfile, bundle: true, platform: 'node', format: 'cjs', target: 'node20' });
  const gateway = spawn(process.execPath, [outfile], { stdio: ['ignore', 'pipe', 'inherit'] });
  const copy = await new Promise<string>((resolve) => gateway.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim())));
  expect(existsSync(copy)).toBe(true);
  gateway.kill('SIGKILL');
  await until(() => !existsSync(path.dirname(copy)));
});
