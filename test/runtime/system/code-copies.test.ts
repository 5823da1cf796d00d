import { spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildSync } from 'esbuild';
import { createCodeCopies } from '../../../lib/runtime/system/code-copies';
import { newDirectory, removeDirectories } from '../../support/assembly';
import { AMPLE_MS, until } from '../../support/functions/engine';

jest.setTimeout(AMPLE_MS);
afterAll(removeDirectories);

function newCode(): { digest: string; directory: string; handler: string } {
  const directory = newDirectory();
  writeFileSync(path.join(directory, 'index.js'), 'the code');
  return { digest: 'd1', directory, handler: 'index.handler' };
}

test('a copy survives changes of the original, exists once per digest, and is removed at the end', async () => {
  const code = newCode();
  const copies = await createCodeCopies();
  const { Pets } = await copies.adoptCode({ Pets: code });
  writeFileSync(path.join(code.directory, 'index.js'), 'other code');
  expect(await copies.adoptCode({ Cats: code })).toEqual({ Cats: Pets });
  expect(readFileSync(path.join(Pets.directory, 'index.js'), 'utf8')).toBe('the code');
  await copies.close();
  expect(existsSync(path.dirname(Pets.directory))).toBe(false);
});

test('when the gateway is killed, the copies go', async () => {
  const outfile = path.join(newDirectory(), 'gateway.js');
  const program = `
    import { createCodeCopies } from ${JSON.stringify(path.resolve(__dirname, '../../../lib/runtime/system/code-copies'))};
    createCodeCopies()
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
