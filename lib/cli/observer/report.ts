/** Settings of the observer, in its environment variable as JSON. */
export interface ObserverSettings {
  /** Absolute path of the file that each process appends its reports to, one JSON text per line. */
  readonly reports: string;
  /** Absolute path of the directory for placeholders of bundles. */
  readonly placeholders: string;
  /** Name of the file that marks a directory as a placeholder. */
  readonly marker: string;
  /** Construct paths of the assets that the app bundles itself; all without. */
  readonly left?: readonly string[];
}

export const OBSERVER_VARIABLE = 'SYNTHGATE_OBSERVER';

/** A directory or file that the app deploys as it is. */
export interface StagedSource {
  /** Absolute path in the cloud assembly. */
  readonly staged: string;
  /** Absolute path of the source. */
  readonly source: string;
  /** Whether the source is deployed as a whole: nothing of it is excluded. */
  readonly isWhole: boolean;
}

/** A bundle that was not made: the content of a placeholder's marker. */
export interface UnmadeBundle {
  /** Construct path of the asset. */
  readonly asset: string;
  /** Construct path of its stack. */
  readonly stack: string;
  /** Absolute path of the directory that is `/asset-input` in the command. */
  readonly source: string;
  /** The command that makes the bundle in a container. */
  readonly command: readonly string[];
}

export interface FileReport {
  /** Absolute paths of loaded modules. */
  readonly loaded: readonly string[];
  /** Absolute paths of files whose content was read. */
  readonly read: readonly string[];
  /** Names in directories that were listed, by absolute path. */
  readonly listed: Readonly<Record<string, readonly string[]>>;
}

export interface ProcessReport extends FileReport {
  /** Whether the assets of aws-cdk-lib are observed; `unobserved` if a copy of it was loaded that cannot be. */
  readonly cdk: 'absent' | 'observed' | 'unobserved';
  readonly sources: readonly StagedSource[];
}
