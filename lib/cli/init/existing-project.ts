import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../../errors';
import { messageOf } from '../error-stack';

/** Package managers, by the lock files that they write. */
const LOCK_FILES = {
  npm: ['package-lock.json', 'npm-shrinkwrap.json'],
  pnpm: ['pnpm-lock.yaml'],
  yarn: ['yarn.lock'],
  bun: ['bun.lock', 'bun.lockb'],
} as const;

export type PackageManager = keyof typeof LOCK_FILES;

/** The members that are read from a package.json; all others are kept as they are. */
const manifestSchema = z.looseObject({
  packageManager: z.string().optional(),
  scripts: z.record(z.string(), z.string()).optional(),
  dependencies: z.record(z.string(), z.string()).optional(),
  devDependencies: z.record(z.string(), z.string()).optional(),
});

export type Manifest = z.output<typeof manifestSchema>;

export interface ExistingProject {
  readonly manifest: Manifest | undefined;
  /** The `app` of cdk.json, empty if it has none; undefined in a directory that is not a CDK project. */
  readonly cdkApp: string | undefined;
  readonly packageManager: PackageManager;
}

/** Looks at a directory, which need not exist. @param userAgent - of the package manager that runs this @throws CONFIG_INVALID */
export function readProject(directory: string, userAgent = ''): ExistingProject {
  const manifest = readJson(path.join(directory, 'package.json'), manifestSchema);
  const cdk = readJson(path.join(directory, 'cdk.json'), z.looseObject({ app: z.string().optional() }));
  return {
    manifest,
    cdkApp: cdk === undefined ? undefined : cdk.app ?? '',
    packageManager: lockedBy(directory) ?? namedBy(manifest?.packageManager) ?? namedBy(userAgent) ?? 'npm',
  };
}

export function dependenciesOf(manifest: Manifest | undefined): Readonly<Record<string, string>> {
  return { ...manifest?.dependencies, ...manifest?.devDependencies };
}

export function usesJest(manifest: Manifest | undefined): boolean {
  const { jest, vitest } = dependenciesOf(manifest);
  return jest !== undefined && vitest === undefined;
}

function managers(): PackageManager[] {
  return ['npm', 'pnpm', 'yarn', 'bun'];
}

function lockedBy(directory: string): PackageManager | undefined {
  const exists = (file: string): boolean => statSync(path.join(directory, file), { throwIfNoEntry: false }) !== undefined;
  return managers().find((manager) => LOCK_FILES[manager].some(exists));
}

/** From `pnpm@9.1.0` or `pnpm/9.1.0 npm/? node/v20.19.0 linux x64`. */
function namedBy(text = ''): PackageManager | undefined {
  const name = /^[a-z]+(?=[@/])/.exec(text)?.[0];
  return managers().find((manager) => manager === name);
}

function readJson<Schema extends z.ZodType>(file: string, schema: Schema): z.output<Schema> | undefined {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return undefined;
  try {
    return schema.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch (cause) {
    throw new GatewayError('CONFIG_INVALID', { reason: cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause) }, { location: file, cause });
  }
}
