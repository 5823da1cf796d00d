import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { OBSERVER_VARIABLE, type ObserverSettings, type ProcessReport, type StagedSource, type UnmadeBundle } from '../../observer/report';
import { packageDirectory } from '../../version';

/** Marks the placeholder of a bundle in a cloud assembly. */
export const PLACEHOLDER = 'synthgate-asset.json';

export interface ObservedRun {
  /** Whether any process of the app was observed. */
  readonly isObserved: boolean;
  /** Whether all assets were observed that the app declares with aws-cdk-lib. */
  readonly isCdkObserved: boolean;
  readonly loaded: ReadonlySet<string>;
  readonly read: ReadonlySet<string>;
  readonly listed: ReadonlyMap<string, readonly string[]>;
  /** Sources of assets by their absolute paths in the cloud assembly. */
  readonly sources: ReadonlyMap<string, StagedSource>;
}

/** The observation of one run of an app: a program in the processes of the app, and what it has reported. */
export class Observation {
  readonly #directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-observed-')));
  readonly #reports = path.join(this.#directory, 'reports');

  #run: ObservedRun | undefined;

  /** @param left - construct paths of the assets that the app bundles itself; all without */
  public constructor(private readonly left: readonly string[] | undefined) {}

  /** Variables of the app. The program is copied: where packages are in archives, plain Node.js cannot load it from there. */
  public variables({ NODE_OPTIONS: options = '' }: NodeJS.ProcessEnv): Readonly<Record<string, string>> {
    const program = path.join(this.#directory, 'observer.cjs');
    const placeholders = path.join(this.#directory, 'placeholders');
    mkdirSync(placeholders);
    copyFileSync(path.join(packageDirectory(), 'build/cli/observer/main.js'), program);
    const left = this.left === undefined ? {} : { left: this.left };
    const settings: ObserverSettings = { reports: this.#reports, placeholders, marker: PLACEHOLDER, ...left };
    return { NODE_OPTIONS: `${options} --require ${quoted(program)}`.trim(), [OBSERVER_VARIABLE]: JSON.stringify(settings) };
  }

  /** The observations of the run; they must be read after the app has ended. */
  public get run(): ObservedRun {
    return this.#run ??= this.#read();
  }

  public remove(): void {
    rmSync(this.#directory, { recursive: true, force: true });
  }

  #read(): ObservedRun {
    const lines = existsSync(this.#reports) ? readFileSync(this.#reports, 'utf8').split('\n').filter((line) => line !== '') : [];
    const reports = lines.map((line) => JSON.parse(line) as Partial<ProcessReport>); // by the observer, in parts
    const states = reports.flatMap(({ cdk }) => cdk ?? []);
    const isOutside = (file: string): boolean => !file.startsWith(this.#directory + path.sep);
    return {
      isObserved: states.length > 0,
      isCdkObserved: states.includes('observed') && !states.includes('unobserved'),
      loaded: new Set(reports.flatMap(({ loaded = [] }) => loaded)),
      read: new Set(reports.flatMap(({ read = [] }) => read).filter(isOutside)),
      listed: new Map(reports.flatMap(({ listed = {} }) => Object.entries(listed)).filter(([directory]) => isOutside(directory))),
      sources: new Map(reports.flatMap(({ sources = [] }) => sources).map((source) => [source.staged, source])),
    };
  }
}

/** The bundle that a staged directory stands for; undefined if it is not a placeholder. */
export function bundleAt(directory: string): UnmadeBundle | undefined {
  const file = path.join(directory, PLACEHOLDER);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as UnmadeBundle : undefined; // by the observer
}

/** As NODE_OPTIONS takes a path with spaces. */
function quoted(file: string): string {
  return `"${file.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
