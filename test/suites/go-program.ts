import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository } from './repository';

let built: Buffer | undefined;

/** The program of test/support/functions/go-program, built from its source once a run: the `bootstrap` of every function in Go. */
export function goProgram(): Buffer {
  built ??= build();
  return built;
}

function build(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-go-'));
  const program = path.join(folder, 'bootstrap');
  const source = path.join(repository, 'test', 'support', 'functions', 'go-program');
  try {
    // without what debuggers read: it is written anew for each setup
    execFileSync('go', ['build', '-ldflags', '-s -w', '-tags', 'lambda.norpc', '-o', program, '.'], { cwd: source, stdio: ['ignore', 'inherit', 'inherit'] });
    return readFileSync(program);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
