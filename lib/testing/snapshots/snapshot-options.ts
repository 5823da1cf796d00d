import * as z from 'zod';
import { described, readOptions, text, type Option } from '../../runtime';
import type { SnapshotMode } from './mode';
import { SNAPSHOT_FORMATS, type SnapshotFormat } from './snapshot-files';

/** Options of a snapshot. */
export interface GatewaySnapshotOptions {
  /** Distinguishes several snapshots of one API in one test file; part of the file name. @default - none */
  readonly name?: string;
  /** Path of the files without extension, relative to the test file. @default `__snapshots__/<test file>.<API>` beside it */
  readonly file?: string;
  /** `text` for reviews, `json` for the whole spec. @default - both */
  readonly formats?: readonly SnapshotFormat[];
  /** @default - the environment variable SYNTHGATE_SNAPSHOTS, otherwise `auto` */
  readonly mode?: SnapshotMode;
}

/** The mode is read where it is used: it may come from the environment as well. */
const OPTIONS = {
  name: { ...text(), isSecret: false },
  file: { ...text(), isSecret: false },
  formats: { ...described(`a list of ${SNAPSHOT_FORMATS.join(' and ')}`, (expected) => z.array(z.enum(SNAPSHOT_FORMATS, expected), expected)), isSecret: false },
  mode: { ...described('a mode', (expected) => z.custom<SnapshotMode>((mode) => typeof mode === 'string', expected)), isSecret: false },
} satisfies { readonly [Name in keyof GatewaySnapshotOptions]-?: Option };

/** @throws OPTION_UNKNOWN, OPTION_INVALID */
export function readSnapshotOptions(options: unknown): GatewaySnapshotOptions {
  return readOptions(OPTIONS, options);
}
