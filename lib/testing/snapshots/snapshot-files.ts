import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';

/** The two formats of a snapshot: readable text, and the whole canonical spec. */
export const SNAPSHOT_FORMATS = ['text', 'json'] as const;
export type SnapshotFormat = (typeof SNAPSHOT_FORMATS)[number];

const EXTENSIONS: Readonly<Record<SnapshotFormat, string>> = { text: '.gateway.txt', json: '.gateway.json' };

/** The location of an API's snapshot. */
export interface SnapshotPlace {
  readonly testPath: string | undefined;
  readonly apiName: string;
  /** Distinguishes snapshots of one API in one test file. */
  readonly name?: string | undefined;
  /** The file without extension, relative to the test file. */
  readonly file?: string | undefined;
}

/**
 * `__snapshots__/<test file>.<API>[.<name>]` beside the test, or the file chosen by the test; without extension.
 * @throws SNAPSHOT_LOCATION_UNKNOWN
 */
export function snapshotStem({ testPath, apiName, name, file }: SnapshotPlace): string {
  if (file !== undefined && path.isAbsolute(file)) return file;
  if (testPath === undefined) throw new GatewayError('SNAPSHOT_LOCATION_UNKNOWN', { api: apiName });
  if (file !== undefined) return path.resolve(path.dirname(testPath), file);
  const test = path.basename(testPath).replace(/\.[cm]?[jt]sx?$/, '');
  const parts = [test, ...[apiName, name].flatMap((part) => (part === undefined ? [] : [part.replace(/[^A-Za-z0-9_-]+/g, '-')]))];
  return path.join(path.dirname(testPath), '__snapshots__', parts.join('.'));
}

/** The file of one format. */
export function snapshotFile(stem: string, format: SnapshotFormat): string {
  return `${stem}${EXTENSIONS[format]}`;
}

/** The stored text, with the original line ends regardless of the checkout. */
export function readSnapshot(file: string): string | undefined {
  return existsSync(file) ? readFileSync(file, 'utf8').replaceAll('\r\n', '\n') : undefined;
}

export function writeSnapshot(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
