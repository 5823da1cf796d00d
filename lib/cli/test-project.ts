import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import type { TestProject, TestRunner } from '../runtime';
import { isProgram } from './find-app';

/** The parts of a project that a copied test depends on. */
export interface ProjectParts {
  readonly directory: string;
  /** The app: a file below the directory, or a command. */
  readonly app?: string | undefined;
  /** The definition that is served, or that the app writes. */
  readonly source: string;
}

/** Returns what finds the project of a copied test. Its files are read with each copy, as they are edited meanwhile. */
export function testProjectOf({ directory, app, source }: ProjectParts): (api: string) => TestProject {
  return (api) => ({
    source,
    exported: app === undefined ? undefined : exportedBy(directory, app, api),
    runner: runnerOf(textOf(path.join(directory, 'package.json'))),
  });
}

/** `export const api = new Api(app, 'PetsApi'`: the name, the class, and the id if it is a literal. */
const EXPORT = /^export const (?<name>[\w$]+)(?::[^=]+)? = new (?:[\w$]+\.)?(?<type>[\w$]+)\((?:[^,()]+,\s*(['"])(?<id>[^'"]+)\3)?/gm;
const API = /^(?:Api|\w*RestApi)$/;

/** The API that a test imports, or else the app; undefined if the module exports neither, or the app is a command. */
function exportedBy(directory: string, app: string, api: string): TestProject['exported'] {
  const text = isProgram(app) ? textOf(path.join(directory, app)) : undefined;
  if (text === undefined) return undefined;
  const exports = [...text.matchAll(EXPORT)].map(({ groups: { name = '', type = '', id } = {} }) => ({ name, type, id }));
  const apis = exports.filter(({ type }) => API.test(type));
  const named = apis.find(({ id }) => id === api) ?? (apis.length === 1 && apis[0]?.id === undefined ? apis[0] : undefined);
  const chosen = named ?? exports.find(({ type }) => type === 'App');
  return chosen === undefined ? undefined : { module: moduleOf(app), name: chosen.name };
}

/** `./app` of `app.ts`; Node finds a JavaScript module only with its extension. */
function moduleOf(app: string): string {
  const file = path.posix.normalize(app.replaceAll('\\', '/'));
  return `./${file.replace(/\.[cm]?ts$/, '')}`;
}

const manifestSchema = z.object({
  dependencies: z.record(z.string(), z.unknown()).optional(),
  devDependencies: z.record(z.string(), z.unknown()).optional(),
});

/** The runner that a package.json depends on; Node's own needs nothing. */
function runnerOf(manifest: string | undefined): TestRunner {
  const { dependencies, devDependencies } = manifestOf(manifest);
  const packages = { ...dependencies, ...devDependencies };
  if ('vitest' in packages) return 'vitest';
  if ('@jest/globals' in packages) return '@jest/globals';
  return 'jest' in packages || 'ts-jest' in packages ? 'jest' : 'node:test';
}

function manifestOf(text: string | undefined): z.output<typeof manifestSchema> {
  try {
    return manifestSchema.parse(JSON.parse(text ?? '{}'));
  } catch {
    return {}; // npm itself says what is wrong with it
  }
}

function textOf(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return undefined; // there is no such file
  }
}
