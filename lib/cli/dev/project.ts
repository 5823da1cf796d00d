import { cpSync, existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../../errors';
import { readAssembly, type AssemblyApi } from '../../runtime';
import { SOURCES_FILE, writeFiles, type FunctionCode, type FunctionSource } from '../../synth';
import { loadEsbuild } from '../bundle-app';
import { readConfig, type Config } from '../config';
import { messageWithoutCode } from '../error-stack';
import { findApp } from '../find-app';
import { runApp, sourceOfApp, type AppTerminal } from '../run-app';
import { createAppBundler } from './app-bundler';
import type { Watched } from './file-watcher';
import { FunctionBuilder, type FunctionBuild } from './function-builder';

/** What a project is built from. */
export interface ProjectOptions {
  /** The app: a source file or a shell command; without one, that of the configuration, which is read again for each build. */
  readonly app?: string;
  /** Absolute path of the directory for what is built; it is replaced. */
  readonly output: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
}

/** The result of building what changed. */
export interface ProjectBuild {
  /** What failed, and why: the definition, or functions by name. What was built before stays. */
  readonly problems: readonly Problem[];
  /** Output of the app and warnings of the bundler. */
  readonly notes: readonly string[];
  /** Whether the definition was built anew. */
  readonly isDefinitionNew: boolean;
  /** Functions with new code. */
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
  readonly sources: Readonly<Record<string, FunctionSource>>;
  readonly apis: readonly AssemblyApi[];
}

/** Files beside an app that change what it defines. */
const PROJECT_FILES = ['synthgate.json', 'cdk.json', 'cdk.context.json', 'package.json', 'package-lock.json', 'yarn.lock', 'pnpm-lock.yaml', 'tsconfig.json'];

/** Context with which the CDK stages no code of functions: it is bundled here. */
const WITHOUT_STAGING = { 'aws:cdk:bundling-stacks': [] };

/**
 * The definition and the functions of a project, built again and again: the app runs in a process of its own, functions are
 * bundled here, and only what a change affects is built anew.
 */
export class Project {
  readonly #bundler = createAppBundler();
  readonly #builders = new Map<string, { readonly source: string; readonly builder: FunctionBuilder }>();
  readonly #code = new Map<string, FunctionCode>();
  readonly #problems = new Map<string, Problem>();
  #definition: Definition | undefined;
  #runs = 0;
  #app: string | undefined;

  public constructor(private readonly options: ProjectOptions) {}

  /** The APIs as last built. */
  public get apis(): readonly AssemblyApi[] {
    return this.#definition?.apis ?? [];
  }

  /** Everything whose change affects the project. */
  public get watched(): Watched {
    const { directory } = this.options.terminal;
    const app = this.#bundler.inputs();
    const ofFunctions = [...this.#builders.values()].flatMap(({ builder }) => builder.inputs);
    const files = [...PROJECT_FILES.map((name) => path.join(directory, name)), ...app.files, ...ofFunctions];
    return { files: [...new Set(files)], directories: [...app.directories, ...this.#codeDirectories(), ...this.#sourcesOfCommand()] };
  }

  /**
   * Builds what is affected by changes of files; all without files.
   * @throws APP_MISSING, CONFIG_INVALID, ESBUILD_MISSING at the first build
   */
  public async build(changed?: ReadonlySet<string>): Promise<ProjectBuild> {
    const notes: string[] = [];
    const definesAnew = changed === undefined || this.#affectsDefinition(changed);
    const before = this.#definition;
    if (definesAnew) await this.#define(notes);
    const functions = await this.#buildFunctions(changed, notes);
    const isDefinitionNew = this.#definition !== before;
    const isComplete = this.#write(isDefinitionNew, functions);
    return { problems: [...this.#problems.values()], notes, isDefinitionNew, functions, isComplete };
  }

  public async close(): Promise<void> {
    await Promise.all([this.#bundler.close(), ...[...this.#builders.values()].map(({ builder }) => builder.close())]);
  }

  #affectsDefinition(changed: ReadonlySet<string>): boolean {
    if (this.#problems.has('definition')) return true;
    const { directory } = this.options.terminal;
    const { files, directories } = this.#bundler.inputs();
    const own = new Set([...files, ...PROJECT_FILES.map((name) => path.join(directory, name))]);
    const below = [...directories, ...this.#codeDirectories(), ...this.#sourcesOfCommand()];
    return [...changed].some((file) => own.has(file) || below.some((one) => file.startsWith(one + path.sep)));
  }

  /** Runs the app; an error leaves the definition as it was. */
  async #define(notes: string[]): Promise<void> {
    const { terminal, output } = this.options;
    const directory = `${output}-run-${++this.#runs}`;
    let printed = '';
    try {
      const config = await readConfig(terminal.directory);
      const app = this.#app = this.#chooseApp(config);
      const context = { ...config.context, ...WITHOUT_STAGING };
      const run = { app, output: directory, context, variables: { SYNTHGATE_LEAVE_BUNDLING: '1' }, bundle: this.#bundler.bundle };
      await runApp(run, { ...terminal, err: (text) => { printed += text; } });
      const apis = readAssembly(directory);
      this.#takeDefinition({ directory, sources: readSources(directory), apis });
      this.#problems.delete('definition');
      if (printed.trim() !== '') notes.push(printed.trimEnd());
    } catch (error) {
      if (!GatewayError.isGatewayError(error)) throw error;
      rmSync(directory, { recursive: true, force: true });
      // an app that fails has said why
      const text = error.code === 'APP_FAILED' && printed.trim() !== '' ? printed.trimEnd() : [printed, messageWithoutCode(error)].join('').trimEnd();
      this.#problems.set('definition', { part: 'definition', code: error.code, text });
      if (this.#definition === undefined && (error.code === 'APP_MISSING' || error.code === 'APP_NOT_FOUND')) throw error;
    }
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
      const now = next.sources[name];
      if (now !== undefined && JSON.stringify(now) === source) continue;
      void builder.close();
      this.#builders.delete(name);
      this.#problems.delete(`function ${name}`);
      this.#code.delete(name);
    }
  }

  /** Builds new functions, those that read a changed file, and those that failed before. @returns those with new code */
  async #buildFunctions(changed: ReadonlySet<string> | undefined, notes: string[]): Promise<string[]> {
    const sources = Object.entries(this.#definition?.sources ?? {});
    const built = await Promise.all(sources.map(async ([name, source]) => {
      const known = this.#builders.get(name);
      const builder = known?.builder ?? new FunctionBuilder(source, loadEsbuild(source.entry));
      if (known === undefined) this.#builders.set(name, { source: JSON.stringify(source), builder });
      const isAffected = known === undefined || changed === undefined || this.#problems.has(`function ${name}`)
        || builder.inputs.some((file) => changed.has(file));
      return isAffected ? { name, build: await builder.build() } : undefined;
    }));
    return built.flatMap((one) => (one !== undefined && this.#take(one.name, one.build, notes) ? [one.name] : []));
  }

  /** Keeps a build. @returns whether the code is new */
  #take(name: string, { code, text }: FunctionBuild, notes: string[]): boolean {
    const part = `function ${name}`;
    if (code === undefined) {
      this.#problems.set(part, { part, code: 'FUNCTION_BUNDLE_FAILED', text });
      return false;
    }
    this.#problems.delete(part);
    if (text !== '') notes.push(text);
    const isNew = this.#code.get(name)?.digest !== code.digest;
    this.#code.set(name, code);
    return isNew;
  }

  /** Writes what changed to the output. @returns whether the output is complete */
  #write(isDefinitionNew: boolean, functions: readonly string[]): boolean {
    const definition = this.#definition;
    const { output } = this.options;
    if (definition === undefined) return false;
    const names = Object.keys(definition.sources);
    if (names.some((name) => !this.#code.has(name))) return false;
    if (isDefinitionNew || !existsSync(output)) {
      rmSync(output, { recursive: true, force: true });
      cpSync(definition.directory, output, { recursive: true });
    }
    for (const name of isDefinitionNew ? names : functions) this.#writeCode(name);
    this.#writeCodeFile(definition);
    return true;
  }

  #writeCode(name: string): void {
    const code = this.#code.get(name);
    if (code === undefined) return;
    const directory = path.join(this.options.output, assetOf(code));
    if (!existsSync(directory)) writeFiles(directory, code.files);
  }

  #writeCodeFile({ directory }: Definition): void {
    const file = path.join(directory, 'code.json');
    const written = JSON.parse(readFileSync(file, 'utf8')) as { readonly functions: Readonly<Record<string, unknown>> }; // by our own synthesis
    const bundled = [...this.#code].map(([name, code]) => [name, { asset: assetOf(code), digest: code.digest, handler: code.handler }]);
    const fresh = path.join(this.options.output, 'code.json.new');
    writeFileSync(fresh, JSON.stringify({ functions: { ...written.functions, ...Object.fromEntries(bundled) } }));
    renameSync(fresh, path.join(this.options.output, 'code.json'));
  }

  /** Directories of code that is used as it is. */
  #codeDirectories(): string[] {
    const { directory } = this.options.terminal;
    const functions = this.#definition?.apis.flatMap(({ spec }) => Object.values(spec.functions)) ?? [];
    return [...new Set(functions.flatMap(({ code }) => (code === undefined ? [] : [path.resolve(directory, code)])))];
  }

  /** The sources of an app that is a command are not known: any file of the project may be one. */
  #sourcesOfCommand(): string[] {
    const { directory } = this.options.terminal;
    return this.#app === undefined || sourceOfApp(this.#app, directory) !== undefined ? [] : [directory];
  }
}

/** Everything that a definition says, whatever directory it was written to. */
function contentOf({ sources, apis }: Definition): string {
  const code = apis.flatMap((api) => Object.entries(api.code).map(([name, { digest, handler }]) => [api.name, name, digest, handler]));
  return JSON.stringify([sources, code, apis.map(({ spec }) => spec)]);
}

/** Where the code of a function is in an assembly. */
function assetOf({ digest }: FunctionCode): string {
  return `assets/asset.${digest}`;
}

/** The entries that are bundled here, by function name. */
function readSources(directory: string): Record<string, FunctionSource> {
  const file = path.join(directory, SOURCES_FILE);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) as Record<string, FunctionSource> : {}; // by our own synthesis
}
