import { existsSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { readAssembly, type AssemblyApi } from '../../runtime';
import { OWN_PROCESS_VARIABLES } from '../../spec';
import { SOURCES_FILE, type FunctionSources } from '../../synth';
import { readConfig, type Config } from '../config';
import { findApp } from '../find-app';
import { runApp, sourceOfApp, type AppTerminal, type RunAppOptions } from '../run-app';
import { createAppBundler } from './app-bundler';
import type { Watched } from './file-watcher';
import { isBelow } from './function-builds';
import { AppFiles, isCompiled, CompiledApp } from './observed/app-files';
import { contextOf, leftIn, nextMode, type BundlingMode, type NextMode } from './observed/bundling-mode';
import { LeftCode } from './observed/left-code';
import { Observation, PLACEHOLDER, type ObservedRun } from './observed/observation';
import type { ObservedCode } from './observed/observed-code';
import { OutputFiles } from './output-files';
import { workspaceOf } from './project-files';

export interface AppRunnerOptions {
  /** The app: a source file or a shell command; without one, that of the configuration, which is read again for each run. */
  readonly app?: string;
  /** Absolute path that the directories of runs begin with. */
  readonly output: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
  readonly templates?: RunAppOptions['templates'];
  /** Further variables of the app. @default - none */
  readonly variables?: Readonly<Record<string, string>>;
}

/** The definition that a run of an app has written. */
export interface Definition {
  readonly directory: string;
  readonly sources: FunctionSources;
  /** Code of the CDK's functions that is made here. */
  readonly observed: Readonly<Record<string, ObservedCode>>;
  readonly apis: readonly AssemblyApi[];
}

export interface AppRun {
  readonly outcome: { readonly definition: Definition } | { readonly error: GatewayError };
  readonly printed: string;
  readonly notes: readonly string[];
}

/** Runs the app of a project again and again, and knows its files. Bundles of the CDK's functions are made here where that works. */
export class AppRunner {
  readonly #bundler = createAppBundler();
  readonly #outputs: OutputFiles;
  #mode: BundlingMode = { type: 'here', refused: [] };
  #runs = 0;
  #app: string | undefined;
  /** Files that the last run depended on; undefined if they are not known. */
  #files: AppFiles | undefined;
  /** The last run, if the files that it depended on were compiled to others. */
  #compiled: CompiledApp | undefined;
  /** Whether any file of the project may be part of the code of a function. */
  #hasUnknownCode = false;

  public constructor(private readonly options: AppRunnerOptions) {
    this.#outputs = new OutputFiles(options.terminal.directory);
  }

  /** Everything that the app is made of. */
  public get watched(): Watched {
    const [bundled, observed] = [this.#bundler.inputs(), this.#files?.watched];
    return {
      files: [...bundled.files, ...observed?.files ?? []],
      directories: [...bundled.directories, ...observed?.directories ?? [], ...this.#unknownSources],
    };
  }

  /** Counts files that the app writes itself. @returns a line for each that is not followed any more */
  public noteOutputs(changed: ReadonlySet<string>): readonly string[] {
    return this.#outputs.note(changed);
  }

  /** Whether the app must run again. @param isOfFunctions - whether a file is part of the code of a function that is made here */
  public isAffected(changed: ReadonlySet<string>, isOfFunctions: (file: string) => boolean): boolean {
    const { files, directories } = this.#bundler.inputs();
    const isOfFunctionsOnly = (file: string): boolean =>
      isOfFunctions(file) && (this.#files !== undefined || this.#compiled?.leavesOut(file) === true);
    const isUnknown = (file: string): boolean => isBelow(file, this.#unknownSources) && !isOfFunctionsOnly(file);
    return [...changed].some((file) => files.includes(file) || isBelow(file, directories)
      || (!this.#outputs.has(file) && (this.#files?.dependsOn(file) === true || isUnknown(file))));
  }

  public async run(signal: AbortSignal): Promise<AppRun> {
    const notes: string[] = [];
    for (;;) {
      const { next, ...run } = await this.#attempt(signal);
      if (next === undefined) return { ...run, notes };
      if ('definition' in run.outcome) rmSync(run.outcome.definition.directory, { recursive: true, force: true });
      this.#mode = next.mode;
      notes.push(...next.notes);
    }
  }

  public async close(): Promise<void> {
    await this.#bundler.close();
  }

  async #attempt(signal: AbortSignal): Promise<Omit<AppRun, 'notes'> & { readonly next?: NextMode | undefined }> {
    const { terminal, output, templates = {}, variables: more = {} } = this.options;
    const directory = `${output}-run-${++this.#runs}`;
    const observation = new Observation(leftIn(this.#mode));
    const left = new LeftCode(() => observation.run.sources, terminal.environment);
    const startedMs = Date.now();
    let printed = '';
    try {
      const config = await readConfig(terminal.directory);
      const app = this.#app = this.#chooseApp(config);
      const variables = { ...more, [OWN_PROCESS_VARIABLES.leaveBundling]: '1', ...observation.variables(terminal.environment) };
      const { bundle } = this.#bundler;
      this.#outputs.began();
      const running = runApp({
        app, output: directory, context: contextOf(this.#mode, config.context), variables, bundle, signal,
        templates: { ...templates, placeholder: PLACEHOLDER }, leave: left.leave,
      }, { ...terminal, err: (text) => { printed += text; } });
      const { isCdk } = await running.finally(() => { this.#outputs.ended(); });
      const definition = { directory, sources: readSources(directory), observed: left.code, apis: readAssembly(directory) };
      const next = nextMode(this.#mode, { isCdk, observed: observation.run, refused: left.refused });
      this.#takeFiles({ run: observation.run, left, startedMs, definition });
      return { outcome: { definition }, printed, next };
    } catch (error) {
      if (!GatewayError.isGatewayError(error)) throw error;
      rmSync(directory, { recursive: true, force: true });
      this.#files = this.#compiled = undefined; // the error may be in any file
      return { outcome: { error }, printed };
    } finally {
      observation.remove();
    }
  }

  #chooseApp(config: Config): string {
    const app = this.options.app ?? config.app ?? findApp(this.options.terminal.directory);
    if (app === undefined || app.trim() === '') throw new GatewayError('APP_MISSING');
    return app;
  }

  #takeFiles({ run, left, startedMs, definition }: TakenRun): void {
    const { directory } = this.options.terminal;
    const hasCompiled = run.isObserved && this.#isCommand && isCompiled(run, directory, startedMs);
    const isKnown = run.isObserved && !hasCompiled;
    this.#files = isKnown ? new AppFiles(run, { directory, workspace: workspaceOf(directory), staged: left.followed }) : undefined;
    this.#compiled = hasCompiled ? new CompiledApp(run, directory) : undefined;
    this.#hasUnknownCode = !left.isComplete || (this.#mode.type === 'here' ? this.#mode.refused.length > 0 : hasOthersCode(definition));
  }

  get #isCommand(): boolean {
    return this.#app !== undefined && sourceOfApp(this.#app, this.options.terminal.directory) === undefined;
  }

  /** Directories of which any file may be a source: of a command that is not observed, and of functions that the app bundles. */
  get #unknownSources(): readonly string[] {
    const isUnknown = (this.#isCommand && this.#files === undefined) || this.#hasUnknownCode;
    return isUnknown ? [this.options.terminal.directory] : [];
  }
}

interface TakenRun {
  readonly run: ObservedRun;
  readonly left: LeftCode;
  readonly startedMs: number;
  readonly definition: Definition;
}

/** Whether the app has functions with code that nothing here was made from, such as a NodejsFunction. */
function hasOthersCode({ apis, sources, observed }: Definition): boolean {
  const { entries, directories, programs = {} } = sources;
  const isKnown = (name: string): boolean => [entries, directories, programs, observed].some((known) => name in known);
  return apis.some(({ code }) => Object.keys(code).some((name) => !isKnown(name)));
}

/** The code that is bundled and followed here; an app that writes its assembly itself, or by another version, leaves nothing to bundle. */
function readSources(directory: string): FunctionSources {
  const file = path.join(directory, SOURCES_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as FunctionSources : { entries: {}, directories: {} }; // by our own synthesis
}
