import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Log } from '../../runtime';
import type { GatewaySpec } from '../../spec';
import { EVENT_TYPES_DIRECTORY } from '../../synth';
import { messageOf } from '../error-stack';
import { eventTypesText } from './event-types';

const FILE = 'index.d.ts';

interface SpecOfApi {
  readonly spec: GatewaySpec;
}

/** Writes the types of events if they are new: compilers that follow the file see no other change, and never half a file. */
export function writeEventTypes(output: string, apis: readonly SpecOfApi[]): void {
  const directory = path.join(output, EVENT_TYPES_DIRECTORY);
  const file = path.join(directory, FILE);
  const text = eventTypesText(apis.map(({ spec }) => spec));
  if (existsSync(file) && readFileSync(file, 'utf8') === text) return;
  mkdirSync(directory, { recursive: true });
  const fresh = path.join(directory, `.${randomUUID()}`);
  try {
    writeFileSync(fresh, text);
    renameSync(fresh, file);
  } finally {
    rmSync(fresh, { force: true });
  }
}

/** Where `dev` writes types: a project without TypeScript gets none. */
export interface TypesOfProject {
  readonly directory: string;
  /** Absolute path of the output directory. */
  readonly output: string;
  readonly log: Log;
}

/** Writes the types of a project that is followed; a failure is told, and costs nothing else. */
export function writeTypesOfProject(apis: readonly SpecOfApi[], { directory, output, log }: TypesOfProject): void {
  if (!existsSync(path.join(directory, 'tsconfig.json'))) return;
  try {
    writeEventTypes(output, apis);
  } catch (error) {
    log({ level: 'warn', message: `types of events are not written: ${messageOf(error)}` });
  }
}
