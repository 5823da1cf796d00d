// Writes the expected specs of all examples anew, after a change of the spec: `node scripts/examples.mjs`. `--into <folder>` writes
// them there instead; names of examples select these.
// Look at the difference before you commit it; test/examples.test.ts compares byte by byte.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';

const root = path.resolve(import.meta.dirname, '..');
const { values: { into = path.join(root, 'examples') }, positionals: chosen } = parseArgs({ allowPositionals: true, options: { into: { type: 'string' } } });
const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-examples-'));
try {
  for (const name of readdirSync(path.join(root, 'examples')).filter((one) => /^\d\d-/.test(one) && (chosen.length === 0 || chosen.includes(one)))) {
    write(name, path.join(folder, name));
  }
} finally {
  rmSync(folder, { recursive: true });
}

function write(name, output) {
  const app = path.join(root, 'examples', name, 'app.ts');
  const command = [path.join(root, 'bin', 'synthgate'), 'synth', '--app', app, '--output', output];
  execFileSync(process.execPath, command, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  const expected = path.join(into, name, 'expected');
  rmSync(expected, { recursive: true, force: true });
  for (const file of readdirSync(output).filter((one) => one.endsWith('.gateway.json') || one === 'openapi')) {
    cpSync(path.join(output, file), path.join(expected, file), { recursive: true });
  }
}
