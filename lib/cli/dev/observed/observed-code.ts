import type { CodeSource } from '../../../importers';
import type { BundleCommand } from './bundle-command';

interface Observed {
  /** `<file without extension>.<export>` */
  readonly handler: string;
  readonly layers: NonNullable<CodeSource['layers']>;
  readonly family?: CodeSource['family'];
}

/** A bundle of a CDK app, and how the app would have made it. */
export interface ObservedBundle extends Observed {
  readonly type: 'bundle';
  readonly command: BundleCommand;
  /** Absolute path of the directory that esbuild runs in. */
  readonly directory: string;
  readonly constructPath: string;
}

/** A directory that a CDK app deploys as it is. */
export interface ObservedDirectory extends Observed {
  readonly type: 'directory';
  readonly directory: string;
}

export type ObservedCode = ObservedBundle | ObservedDirectory;
