import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { repository } from './repository';

const SOURCE = path.join(repository, 'test', 'support', 'functions', 'go-program');

let built: Buffer | undefined;

/** The `bootstrap` of every function in Go, built from its source once a run; a function's handler chooses what it does. */
export function goProgram(): Buffer {
  built ??= build();
  return built;
}

function build(): Buffer {
  const folder = mkdtempSync(path.join(tmpdir(), 'synthgate-go-'));
  const program = path.join(folder, 'bootstrap');
  try {
    // without what debuggers read: it is written anew for each function
    execFileSync('go', ['build', '-ldflags', '-s -w', '-tags', 'lambda.norpc', '-o', program, '.'], { cwd: SOURCE, stdio: ['ignore', 'inherit', 'inherit'] });
    return readFileSync(program);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
