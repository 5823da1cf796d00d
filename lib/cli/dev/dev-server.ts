import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { compareSpecs, type SpecChange } from '../../diff';
import { GatewayError } from '../../errors';
import { serve, SERVE_DEFAULTS, type AssemblyApi, type ServeOptions, type Serving } from '../../runtime';
import { messageWithoutCode } from '../error-stack';
import type { AppTerminal } from '../run-app';
import { createFileWatcher, type FileWatcher } from './file-watcher';
import { Project, type Problem, type ProjectBuild } from './project';

/** What a development server tells while it runs. */
export interface DevReporter {
  /** The gateway serves, at first or again with other APIs. */
  readonly serving: (serving: Serving) => void;
  /** What was edited is served. */
  readonly reloaded: (reload: Reload) => void;
  /** Files were saved, and what is served stays the same. @param files - relative to the project */
  readonly unchanged: (files: readonly string[]) => void;
  /** Something cannot be built; what was served before goes on. @param isServing - whether anything is served */
  readonly problems: (problems: readonly Problem[], isServing: boolean) => void;
  /** Output of the app, and warnings. */
  readonly note: (text: string) => void;
}

/** One change that was taken into service. */
export interface Reload {
  /** The files that were edited, relative to the project; none for a reload on request. */
  readonly files: readonly string[];
  /** Functions with new code. */
  readonly functions: readonly string[];
  /** What changed in the definition, by name of the API. */
  readonly changes: readonly { readonly api: string; readonly changes: readonly SpecChange[] }[];
  /** From the report of the change to its service, in ms. */
  readonly durationMs: number;
}

export interface DevServerOptions {
  readonly app?: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
  /** The options of `serve` for an assembly; read again when one of `optionFiles` changed. */
  readonly serveOptions: (source: string) => ServeOptions;
  /** Files that `serveOptions` reads. */
  readonly optionFiles: readonly string[];
  /** Whether the port was asked for; otherwise the next free one is taken. */
  readonly isPortFixed: boolean;
  readonly reporter: DevReporter;
}

/** How many ports are tried from the first. */
const PORTS_TRIED = 20;

/**
 * Serves a project and follows its edits: functions and definition are built anew when a file that they are made of changes, and
 * taken into service without dropping a request. What cannot be built is reported, and the last good state goes on.
 */
export class DevServer {
  /**
   * Builds and serves; a project with errors is served once they are mended.
   * @throws APP_MISSING, APP_NOT_FOUND, PORT_IN_USE and the other errors of `serve`
   */
  public static async start(options: DevServerOptions): Promise<DevServer> {
    const server = new DevServer(options);
    try {
      await server.#update(undefined);
    } catch (error) {
      await server.close();
      throw error;
    }
    return server;
  }

  readonly #directory = mkdtempSync(path.join(tmpdir(), 'synthgate-dev-'));
  readonly #source = path.join(this.#directory, 'gateway.out');
  readonly #project: Project;
  readonly #watcher: FileWatcher;
  #serving: Serving | undefined;
  /** What is served now. */
  #apis: readonly AssemblyApi[] = [];
  #reported = '';
  #last: Promise<void> = Promise.resolve();
  #isClosed = false;
  readonly #createdMs = Date.now();
  #isWatching = false;

  private constructor(private readonly options: DevServerOptions) {
    this.#project = new Project({ app: options.app, output: this.#source, terminal: options.terminal });
    this.#watcher = createFileWatcher((files) => void this.#queue(files));
  }

  /** Builds everything anew. */
  public rebuild(): Promise<void> {
    return this.#queue(undefined);
  }

  /** Resolves when no change is being built or taken into service. */
  public async close(): Promise<void> {
    this.#isClosed = true;
    await this.#watcher.close();
    await this.#last;
    await this.#serving?.close();
    await this.#project.close();
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** One change at a time; an error of one does not end the server. */
  #queue(changed: ReadonlySet<string> | undefined): Promise<void> {
    this.#last = this.#last.then(() => (this.#isClosed ? undefined : this.#update(changed))).catch((error: unknown) => {
      const code = GatewayError.isGatewayError(error) ? error.code : undefined;
      this.options.reporter.problems([{ part: 'gateway', code, text: messageWithoutCode(error) }], this.#serving !== undefined);
    });
    return this.#last;
  }

  async #update(changed: ReadonlySet<string> | undefined): Promise<void> {
    const began = performance.now();
    const build = await this.#project.build(changed);
    this.#watch(build.problems.length > 0);
    this.#report(build);
    const before = this.#apis;
    const edited = [...changed ?? []].map((file) => path.relative(this.options.terminal.directory, file)).sort();
    if (!build.isComplete) return;
    if (!await this.#takeIntoService(build, changed)) {
      if (build.problems.length === 0) this.options.reporter.unchanged(edited);
      return;
    }
    this.#apis = this.#project.apis;
    if (before.length === 0) return;
    const changes = changesOf(before, this.#apis);
    this.options.reporter.reloaded({ files: edited, functions: build.functions, changes, durationMs: performance.now() - began });
  }

  /** The first watches take a moment, which the first answer does not wait for: what is saved meanwhile is found by its time. */
  #watch(countsNew: boolean): void {
    const { files, directories } = this.#project.watched;
    const all = [...files, ...this.options.optionFiles];
    const isFirst = !this.#isWatching;
    this.#isWatching = true;
    void this.#watcher.watch({ files: all, directories }, countsNew).then(() => {
      const missed = isFirst ? all.filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > this.#createdMs) : [];
      if (missed.length > 0) void this.#queue(new Set(missed));
    });
  }

  /** @returns whether anything is new */
  async #takeIntoService({ isDefinitionNew, functions }: ProjectBuild, changed: ReadonlySet<string> | undefined): Promise<boolean> {
    const hasOtherOptions = changed !== undefined && this.options.optionFiles.some((file) => changed.has(file));
    if (this.#serving === undefined || hasOtherOptions || namesOf(this.#project.apis) !== namesOf(this.#apis)) {
      await this.#serve();
      return true;
    }
    if (isDefinitionNew || functions.length > 0) await this.#serving.reload();
    return isDefinitionNew || functions.length > 0;
  }

  /** Serves what was built; again, on the same port. */
  async #serve(): Promise<void> {
    const url = this.#serving?.apis[0]?.url;
    await this.#serving?.close();
    this.#serving = undefined;
    const options = { ...this.options.serveOptions(this.#source), watch: false };
    const port = url === undefined ? options.port ?? SERVE_DEFAULTS.port : Number(new URL(url).port);
    this.#serving = await serveFrom(port, options, url !== undefined || this.options.isPortFixed ? 1 : PORTS_TRIED);
    this.options.reporter.serving(this.#serving);
  }

  #report({ problems, notes }: ProjectBuild): void {
    const { reporter } = this.options;
    for (const note of notes) reporter.note(note);
    const text = JSON.stringify(problems);
    if (problems.length > 0 && text !== this.#reported) reporter.problems(problems, this.#serving !== undefined);
    this.#reported = text;
  }
}

/** Serves on the first port that is free. @throws PORT_IN_USE */
async function serveFrom(port: number, options: ServeOptions, attempts: number): Promise<Serving> {
  try {
    return await serve({ ...options, port });
  } catch (error) {
    const isTaken = GatewayError.isGatewayError(error) && error.code === 'PORT_IN_USE';
    if (!isTaken || attempts === 1 || port === 0) throw error;
    return serveFrom(port + 1, options, attempts - 1);
  }
}

function namesOf(apis: readonly AssemblyApi[]): string {
  return apis.map(({ name }) => name).join('\n');
}

function changesOf(before: readonly AssemblyApi[], after: readonly AssemblyApi[]): Reload['changes'] {
  return after.flatMap(({ name, spec }) => {
    const old = before.find((api) => api.name === name);
    const changes = old === undefined || old.spec === spec ? [] : compareSpecs(old.spec, spec);
    return changes.length === 0 ? [] : [{ api: name, changes }];
  });
}
