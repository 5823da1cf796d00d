import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const COMPILER = path.resolve(__dirname, '..', '..', 'node_modules', 'typescript-native', 'bin', 'tsc');

/**
 * Errors of the compiler written in Go, which reads the declarations of aws-cdk-lib in a tenth of the processor time.
 *
 * @param files - absolute paths
 * @param compilerOptions - as in `tsconfig.json`
 * @returns `<file>(<line>,<column>): error <code>: <message>`, absolute
 */
export function compilerErrors(files: readonly string[], compilerOptions: object): string[] {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-test-'));
  try {
    writeFileSync(path.join(directory, 'tsconfig.json'), JSON.stringify({ compilerOptions: { ...compilerOptions, noEmit: true }, files }));
    const { status, stdout, stderr } = spawnSync(process.execPath, [COMPILER, '-p', directory, '--pretty', 'false'], { cwd: '/', encoding: 'utf8' });
    if (status === 0) return [];
    const lines = stdout.trim().split('\n');
    if (lines.some((line) => !/error TS\d+|^\s/.test(line))) throw new Error(`the compiler ended with ${status}: ${stdout}${stderr}`);
    return lines.filter((line) => !/^\s/.test(line)).map((line) => (/^\w/.test(line) && line.includes('(') ? `/${line}` : line));
  } finally {
    rmSync(directory, { recursive: true });
  }
}
