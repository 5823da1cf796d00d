import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { readAssembly, type AssemblyApi } from '../../runtime';
import { LOCK_FILES, SOURCES_FILE, writeFiles, type FunctionCode, type FunctionSources } from '../../synth';
import { directoriesAbove, loadEsbuild } from '../bundle-app';
import { readConfig, type Config } from '../config';
import { messageWithoutCode } from '../error-stack';
import { findApp } from '../find-app';
import { warningsOf } from '../route-listing';
import { runApp, sourceOfApp, type AppTerminal, type RunAppOptions } from '../run-app';
import { createAppBundler } from './app-bundler';
import { readAppFailure } from './app-failure';
import type { Watched } from './file-watcher';
import { FunctionBuilder, type FunctionBuild } from './function-builder';

/** What a project is built from. */
export interface ProjectOptions {
  /** The app: a source file or a shell command; without one, that of the configuration, which is read again for each build. */
  readonly app?: string;
  /** Absolute path of the directory for what is built; it is replaced. */
  readonly output: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
  readonly templates?: RunAppOptions['templates'];
  /** Whether a debugger can attach to functions. @default false */
  readonly isInspected?: boolean;
}

/** The result of building what changed. */
export interface ProjectBuild {
  /** What failed, and why: the definition, or functions by name. What was built before stays. */
  readonly problems: readonly Problem[];
  /** Output of the app and warnings of the bundler. */
  readonly notes: readonly string[];
  /** Whether the output has another definition than before. */
  readonly isDefinitionNew: boolean;
  /** Functions whose code in the output is new. */
  readonly functions: readonly string[];
  /** Whether the output can be served: the definition has been built, and every function of it. */
  readonly isComplete: boolean;
}

/** A part that could not be built. */
export interface Problem {
  readonly part: string;
  readonly code: string | undefined;
  readonly text: string;
}

interface Definition {
  readonly directory: string;
  readonly sources: FunctionSources;
  readonly apis: readonly AssemblyApi[];
}

/** In how many runs one after the other a file must change to be taken for an output of the app: nobody saves it that often meanwhile. */
const RUNS_OF_AN_OUTPUT = 5;

/** Files of a project that change its definition, and how functions are bundled. */
const PROJECT_FILES = ['synthgate.json', 'cdk.json', 'cdk.context.json', 'package.json', 'tsconfig.json'];

/**
 * The definition and the functions of a project, built again and again: the app runs in a process of its own, functions are
 * bundled here, and only what a change affects is built anew.
 */
export class Project {
  readonly #bundler = createAppBundler();
  readonly #builders = new Map<string, { readonly source: string; readonly builder: FunctionBuilder }>();
  readonly #code = new Map<string, FunctionCode>();
  readonly #problems = new Map<string, Problem>();
  readonly #closed = new AbortController();
  #definition: Definition | undefined;
  /** The definition in the output, and the functions whose code there is not the last. */
  #written: Definition | undefined;
  readonly #unwritten = new Set<string>();
  #runs = 0;
  #app: string | undefined;
  /** When the app ran last, ms since 1970. */
  #ran = { from: 0, to: 0 };
  /** Files of the project, where its sources are not known, that changed while it ran: in how many runs one after the other. */
  #changedInRuns: ReadonlyMap<string, number> = new Map();

  public constructor(private readonly options: ProjectOptions) {}

  /** The APIs as last built. */
  public get apis(): readonly AssemblyApi[] {
    return this.#definition?.apis ?? [];
  }

  /** Everything whose change affects the project. */
  public get watched(): Watched {
    const app = this.#bundler.inputs();
    const ofFunctions = [...this.#builders.values()].flatMap(({ builder }) => builder.inputs);
    const files = [...this.#settings, ...app.files, ...ofFunctions];
    return { files: [...new Set(files)], directories: [...app.directories, ...this.#codeDirectories, ...this.#unknownSources] };
  }

  /**
   * Builds what is affected by changes of files; all without files.
   * @throws APP_MISSING, APP_NOT_FOUND at the first build; APP_BUNDLER_MISSING
   */
  public async build(changed?: ReadonlySet<string>): Promise<ProjectBuild> {
    const notes = changed === undefined ? [] : this.#noteOutputs(changed);
    const isAll = changed === undefined || this.#settings.some((file) => changed.has(file));
    if (isAll || this.#affectsDefinition(changed)) await this.#define(notes);
    await this.#buildFunctions(isAll ? undefined : changed, notes);
    const functions = [...this.#unwritten];
    const isDefinitionNew = this.#definition !== this.#written;
    const isComplete = this.#write();
    return { problems: [...this.#problems.values()], notes, isDefinitionNew, functions, isComplete };
  }

  /** Ends a run of the app. */
  public stop(): void {
    this.#closed.abort();
  }

  /** While nothing is built. */
  public async close(): Promise<void> {
    this.stop();
    await Promise.all([this.#bundler.close(), ...[...this.#builders.values()].map(({ builder }) => builder.close())]);
  }

  get #settings(): string[] {
    const { directory } = this.options.terminal;
    return [...PROJECT_FILES.map((name) => path.join(directory, name)), ...lockFilesOf(directory)];
  }

  #affectsDefinition(changed: ReadonlySet<string>): boolean {
    if (this.#problems.has('definition')) return true;
    const { files, directories } = this.#bundler.inputs();
    const below = [...directories, ...this.#codeDirectories];
    const isBelow = (file: string, all: readonly string[]): boolean => all.some((one) => file.startsWith(one + path.sep));
    return [...changed].some((file) =>
      files.includes(file) || isBelow(file, below) || (isBelow(file, this.#unknownSources) && !this.#isOutputOfApp(file)));
  }

  /** What the app writes itself, such as what it compiles, must not make it run again and again. */
  #isOutputOfApp(file: string): boolean {
    return (this.#changedInRuns.get(file) ?? 0) >= RUNS_OF_AN_OUTPUT;
  }

  /** A file that changes in every run is an output; one that was saved during a run is not. @returns what is not followed any more */
  #noteOutputs(changed: ReadonlySet<string>): string[] {
    const written = [...changed].filter((file) => this.#isWrittenInRun(file));
    const counted = written.map((file) => [file, (this.#changedInRuns.get(file) ?? 0) + 1] as const);
    const outputs = [...this.#changedInRuns].filter(([, runs]) => runs >= RUNS_OF_AN_OUTPUT);
    this.#changedInRuns = new Map([...outputs, ...counted]);
    const { directory } = this.options.terminal;
    const found = counted.filter(([, runs]) => runs === RUNS_OF_AN_OUTPUT);
    return found.map(([file]) => `${path.relative(directory, file)} changes whenever the app runs, so it is not followed any more`);
  }

  #isWrittenInRun(file: string): boolean {
    const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    return mtimeMs >= this.#ran.from && mtimeMs <= this.#ran.to;
  }

  /** Runs the app; an error leaves the definition as it was. */
  async #define(notes: string[]): Promise<void> {
    const { terminal, output } = this.options;
    const directory = `${output}-run-${++this.#runs}`;
    let printed = '';
    try {
      const config = await readConfig(terminal.directory);
      const app = this.#app = this.#chooseApp(config);
      const variables = { SYNTHGATE_LEAVE_BUNDLING: '1' };
      const { bundle } = this.#bundler;
      const { templates = {} } = this.options;
      const run = { app, output: directory, context: config.context, variables, bundle, templates, signal: this.#closed.signal };
      this.#ran = { from: Date.now(), to: Infinity };
      const running = runApp(run, { ...terminal, err: (text) => { printed += text; } });
      await running.finally(() => { this.#ran = { ...this.#ran, to: Date.now() }; });
      const apis = readAssembly(directory);
      this.#takeDefinition({ directory, sources: readSources(directory), apis });
      this.#problems.delete('definition');
      if (printed.trim() !== '') notes.push(printed.trimEnd());
      notes.push(...warningsOf(apis));
    } catch (error) {
      if (!GatewayError.isGatewayError(error)) throw error;
      rmSync(directory, { recursive: true, force: true });
      this.#problems.set('definition', { part: 'definition', ...this.#whyFailed(error, printed, notes) });
      if (this.#definition === undefined && (error.code === 'APP_MISSING' || error.code === 'APP_NOT_FOUND')) throw error;
    }
  }

  /** An app that fails has said why. */
  #whyFailed(error: GatewayError, printed: string, notes: string[]): Pick<Problem, 'code' | 'text'> {
    const failure = error.code === 'APP_FAILED' ? readAppFailure(printed, this.options.terminal.directory) : undefined;
    if (failure === undefined || failure.text === '') return { code: error.code, text: [printed, messageWithoutCode(error)].join('').trimEnd() };
    if (failure.output !== '') notes.push(failure.output);
    return { code: failure.code ?? error.code, text: failure.text };
  }

  #chooseApp(config: Config): string {
    const app = this.options.app ?? config.app ?? findApp(this.options.terminal.directory);
    if (app === undefined || app.trim() === '') throw new GatewayError('APP_MISSING');
    return app;
  }

  /** Keeps a definition if it differs from the one before. */
  #takeDefinition(next: Definition): void {
    const isSame = this.#definition !== undefined && contentOf(next) === contentOf(this.#definition);
    const outdated = isSame ? next : this.#definition;
    if (outdated !== undefined) rmSync(outdated.directory, { recursive: true, force: true });
    if (isSame) return;
    this.#definition = next;
    for (const [name, { source, builder }] of this.#builders) {
      const now = next.sources.entries[name];
      if (now !== undefined && JSON.stringify(now) === source) continue;
      void builder.close();
      this.#builders.delete(name);
      this.#problems.delete(`function ${name}`);
      this.#code.delete(name);
      this.#unwritten.delete(name);
    }
  }

  /** Builds new functions, those that read a changed file, and those that failed before; all without files. */
  async #buildFunctions(changed: ReadonlySet<string> | undefined, notes: string[]): Promise<void> {
    const sources = Object.entries(this.#definition?.sources.entries ?? {});
    const built = await Promise.all(sources.map(async ([name, source]) => {
      const known = this.#builders.get(name);
      const builder = known?.builder ?? new FunctionBuilder(source, loadEsbuild(source.entry), this.options.isInspected);
      if (known === undefined) this.#builders.set(name, { source: JSON.stringify(source), builder });
      const isAffected = known === undefined || changed === undefined || this.#problems.has(`function ${name}`)
        || builder.inputs.some((file) => changed.has(file));
      return isAffected ? { name, build: await builder.build() } : undefined;
    }));
    for (const one of built) if (one !== undefined) this.#take(one.name, one.build, notes);
  }

  #take(name: string, { code, text, errorCode = 'FUNCTION_BUNDLE_FAILED' }: FunctionBuild, notes: string[]): void {
    const part = `function ${name}`;
    if (code === undefined) {
      this.#problems.set(part, { part, code: errorCode, text });
      return;
    }
    this.#problems.delete(part);
    if (text !== '') notes.push(text);
    if (this.#code.get(name)?.digest !== code.digest) this.#unwritten.add(name);
    this.#code.set(name, code);
  }

  /** Writes what changed to the output. @returns whether the output is complete */
  #write(): boolean {
    const definition = this.#definition;
    const { output } = this.options;
    if (definition === undefined) return false;
    const names = Object.keys(definition.sources.entries);
    if (names.some((name) => !this.#code.has(name))) return false;
    if (definition !== this.#written) {
      rmSync(output, { recursive: true, force: true });
      cpSync(definition.directory, output, { recursive: true });
    }
    for (const name of definition === this.#written ? this.#unwritten : names) this.#writeCode(name);
    this.#writeCodeFile(definition);
    this.#written = definition;
    this.#unwritten.clear();
    return true;
  }

  /** The gateway runs copies of the code, so only the last needs to be here. */
  #writeCode(name: string): void {
    const code = this.#code.get(name);
    if (code === undefined) return;
    const directory = path.join(this.options.output, assetOf(name));
    rmSync(directory, { recursive: true, force: true });
    writeFiles(directory, code.files);
  }

  #writeCodeFile({ directory }: Definition): void {
    const file = path.join(directory, 'code.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as { readonly functions: Readonly<Record<string, unknown>> }; // by our own synthesis
    const bundled = [...this.#code].map(([name, code]) => [name, { asset: assetOf(name), digest: code.digest, handler: code.handler }]);
    const fresh = path.join(this.options.output, 'code.json.new');
    writeFileSync(fresh, JSON.stringify({ functions: { ...written.functions, ...Object.fromEntries(bundled) } }));
    renameSync(fresh, path.join(this.options.output, 'code.json'));
  }

  /** Directories of code that is used as it is. */
  get #codeDirectories(): readonly string[] {
    return Object.values(this.#definition?.sources.directories ?? {});
  }

  /** The sources of a command and of functions that the CDK bundles are not known: any file of the project may be one. */
  get #unknownSources(): readonly string[] {
    const { directory } = this.options.terminal;
    const isCommand = this.#app !== undefined && sourceOfApp(this.#app, directory) === undefined;
    return isCommand || this.#hasOthersCode ? [directory] : [];
  }

  /** Whether the app has functions with code that nothing here was made from, such as a NodejsFunction. */
  get #hasOthersCode(): boolean {
    if (this.#definition === undefined) return false;
    const { apis, sources } = this.#definition;
    return apis.some(({ code }) => Object.keys(code).some((name) => !(name in sources.entries) && !(name in sources.directories)));
  }
}

/** Of the project, present or not, and the one of a workspace that it is part of. */
function lockFilesOf(directory: string): string[] {
  const own = LOCK_FILES.map((name) => path.join(directory, name));
  if (own.some((file) => existsSync(file))) return own;
  const above = directoriesAbove(directory).flatMap((one) => LOCK_FILES.map((name) => path.join(one, name)));
  return [...own, ...above.filter((file) => existsSync(file)).slice(0, 1)];
}

/** Everything that a definition says, whatever directory it was written to. */
function contentOf({ sources, apis }: Definition): string {
  const code = apis.flatMap((api) => Object.entries(api.code).map(([name, { digest, handler }]) => [api.name, name, digest, handler]));
  return JSON.stringify([sources, code, apis.map(({ spec, tokenValues }) => [spec, tokenValues])]);
}

/** Where the code of a function is in the output. */
function assetOf(name: string): string {
  return `assets/dev.${name}`;
}

/** What is bundled and followed here; an app that writes its assembly itself, or by another version, leaves nothing to bundle. */
function readSources(directory: string): FunctionSources {
  const file = path.join(directory, SOURCES_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as FunctionSources : { entries: {}, directories: {} }; // by our own synthesis
}
