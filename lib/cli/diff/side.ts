import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { readAssembly } from '../../runtime';
import type { GatewaySpec } from '../../spec';
import { findAssembly, isAppRun, synthesize } from '../assembly-source';
import type { AppOptions } from '../options';
import type { Terminal } from '../terminal';
import { commitOf, openRevision } from './revision';

/** One side of a comparison. */
export interface Side {
  /** Its name in reports: a file, `main (1a2b3c4)`, `working tree`. */
  readonly name: string;
  readonly apis: readonly GatewaySpec[];
}

/**
 * Reads a side: a file or directory if there is one of that name, otherwise a revision; the working tree if none is given.
 * @throws DIFF_SIDE_UNKNOWN, DIFF_SIDE_FAILED
 */
export async function readSide(named: string | undefined, options: AppOptions, terminal: Terminal): Promise<Side> {
  if (named === undefined) return workingTree(options, terminal);
  if (existsSync(path.resolve(terminal.directory, named))) {
    const { app: _app, output: _output, ...others } = options;
    return { name: named, apis: await built(named, () =>
      findAssembly(named, { ...others, isOnlyRead: true, buildsPrograms: false }, terminal)) };
  }
  const commit = await commitOf(named, terminal);
  if (commit === undefined) throw new GatewayError('DIFF_SIDE_UNKNOWN', { side: named });
  const name = `${named} (${commit.slice(0, 7)})`;
  const revision = await openRevision(commit, named, terminal);
  try {
    const there: Terminal = { ...terminal, directory: revision.directory };
    // the project's own configuration at that revision names its app
    const { app: _app, ...others } = options;
    return { name, apis: await built(name, () => definitionOf(others, path.join(revision.temporary, 'gateway.out'), there)) };
  } finally {
    await revision.remove();
  }
}

/** The output of the app, in a directory of its own, so that a gateway that serves `gateway.out` goes on; or a source of the project. */
async function definitionOf({ output: _output, ...options }: AppOptions, output: string, terminal: Terminal): Promise<string> {
  const reading = { ...options, isOnlyRead: true, buildsPrograms: false };
  return await isAppRun(undefined, options, terminal) ? synthesize({ ...reading, output }, terminal)
    : findAssembly(undefined, reading, terminal);
}

async function workingTree(options: AppOptions, terminal: Terminal): Promise<Side> {
  const name = 'working tree';
  const temporary = mkdtempSync(path.join(tmpdir(), 'synthgate-diff-'));
  try {
    return { name, apis: await built(name, () => definitionOf(options, path.join(temporary, 'gateway.out'), terminal)) };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** Whatever goes wrong is about this side, and nothing is compared. @throws DIFF_SIDE_FAILED */
async function built(side: string, assemble: () => Promise<string>): Promise<readonly GatewaySpec[]> {
  try {
    return readAssembly(await assemble()).map(({ spec }) => spec);
  } catch (cause) {
    if (GatewayError.isGatewayError(cause) && cause.code === 'DIFF_SIDE_FAILED') throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new GatewayError('DIFF_SIDE_FAILED', { side, step: 'reading the definition', reason }, { cause });
  }
}
