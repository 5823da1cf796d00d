import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { AwsPlace } from './aws-calls';
import { readStackSchema, type ReadStack } from './bound-stacks';

/** The bits of a mode that let others than the owner in. */
const OTHERS = 0o077;

const keptSchema = z.object({ readAt: z.number(), stack: readStackSchema });

/** A stack as it was read earlier. */
export interface KeptStack {
  readonly stack: ReadStack;
  /** Ms since 1970. */
  readonly readAt: number;
}

/** A stack by name, in an account and region. */
export interface CachedStack extends AwsPlace {
  readonly name: string;
  readonly stateDirectory: string;
}

/** Keeps a stack for when AWS cannot be reached. Only its owner can read the file: it has variables and keys. */
export function keepStack(which: CachedStack, stack: ReadStack, readAt: number): void {
  const file = fileOf(which);
  const fresh = `${file}.${randomUUID()}`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(fresh, JSON.stringify({ readAt, stack }), { mode: 0o600 });
    renameSync(fresh, file);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
}

/** The stack as it was last read; undefined if it never was. A file that cannot be read, or that others can, is none. */
export function keptStack(which: CachedStack): KeptStack | undefined {
  try {
    // elsewhere a mode says nothing about other users
    if (process.platform !== 'win32' && (statSync(fileOf(which)).mode & OTHERS) !== 0) return undefined;
    return keptSchema.parse(JSON.parse(readFileSync(fileOf(which), 'utf8')));
  } catch {
    return undefined;
  }
}

/** Stacks of different profiles and regions may have one name. */
function fileOf({ name, profile = '', region = '', stateDirectory }: CachedStack): string {
  const hash = createHash('sha256').update(JSON.stringify([name, profile, region])).digest('hex').slice(0, 12);
  return path.join(stateDirectory, 'from-stack', `${name.replace(/[^A-Za-z0-9-]/g, '-').slice(0, 128)}.${hash}.json`);
}
