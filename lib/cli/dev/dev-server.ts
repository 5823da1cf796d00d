import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { ApiFinding } from '../../diff';
import { GatewayError } from '../../errors';
import { readAssembly, type Serving } from '../../runtime';
import { projectCache } from '../bundle-app';
import { messageOf, messageWithoutCode } from '../error-stack';
import { namingFlag } from '../naming-flag';
import type { AppTerminal, RunAppOptions } from '../run-app';
import { version } from '../version';
import { BuildCache } from './build-cache';
import { BuildQueue, type Saved } from './build-queue';
import { DevGateway, type DevGatewayOptions } from './dev-gateway';
import { currentDay } from '../diff/accepted';
import { afterBuild, afterRestore, afterService, beforeRebuild, INITIAL, sinceStart, type ApiChanges, type DevAction } from './dev-state';
import { createFileWatcher, type FileWatcher } from './file-watcher';
import type { Problem } from './function-builds';
import { Project } from './project';

/** The listener for the events of a development server. */
export interface DevReporter {
  /** Something was saved and is being built. */
  readonly building: () => void;
  /** It is what was built before, and served already. */
  readonly upToDate: () => void;
  /** The gateway serves, at first or again with other APIs or options. @param source - the assembly */
  readonly serving: (serving: Serving, source: string) => void;
  /** The edits are served. */
  readonly reloaded: (reload: Reload) => void;
  /** Files, relative to the project, were saved, and what is served stays. @param isMended - whether they could not be built before */
  readonly unchanged: (files: readonly string[], isMended: boolean) => void;
  /** Something cannot be built; what was served goes on. @param unavailable - functions that never could be built; the rest is served */
  readonly problems: (problems: readonly Problem[], isServing: boolean, unavailable?: readonly string[]) => void;
  /** Output of the app, and warnings. */
  readonly note: (text: string) => void;
}

/** One change that was taken into service. */
export interface Reload {
  /** The files that were edited, relative to the project; none for a reload on request. */
  readonly files: readonly string[];
  readonly functions: readonly string[];
  readonly changes: ApiChanges;
  /** The effect on callers of all edits since the start; none if the definition is the same as before. */
  readonly sinceStart: readonly ApiFinding[];
  /** From the report of the change to its service, in ms. */
  readonly durationMs: number;
}

export interface DevServerOptions extends Pick<DevGatewayOptions, 'serveOptions' | 'isPortFixed' | 'isEnvironmentDerived'> {
  readonly app?: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
  readonly templates: NonNullable<RunAppOptions['templates']>;
  /** Files with variables of functions: `serveOptions` is called again when one of them changed. */
  readonly optionFiles: readonly string[];
  /** Whether a debugger can attach to functions. */
  readonly isInspected: boolean;
  /** Whether methods of functions that cannot be built answer by their models. @default false */
  readonly mocks?: boolean;
  readonly reporter: DevReporter;
  /** Called with each new definition, once it is served. */
  readonly defined: (apis: Project['apis']) => void;
}

/** How long the last build is served before the project is built again, so that the first answer need not share the processors. */
const BUILD_AFTER_MS = 300;

/** Serves a project and follows its edits without dropping a request. What cannot be built is reported; the last good state goes on. */
export class DevServer {
  /**
   * Builds and serves; a project with errors is served once they are mended.
   * @param signal - ends the start; the server that is returned then is closed
   * @throws APP_MISSING, APP_NOT_FOUND, PORT_IN_USE and the other errors of `serve`
   */
  public static async start(options: DevServerOptions, signal?: AbortSignal): Promise<DevServer> {
    const server = new DevServer(options);
    signal?.addEventListener('abort', () => void server.close());
    const first = server.#begin();
    server.#queue.begin(first);
    try {
      await first;
    } catch (error) {
      const isStopped = server.#isClosed;
      await server.close();
      if (!isStopped) throw error;
    }
    return server;
  }

  readonly #createdMs = Date.now();
  readonly #directory = mkdtempSync(path.join(tmpdir(), 'synthgate-dev-'));
  readonly #source = path.join(this.#directory, 'gateway.out');
  readonly #ending = new AbortController();
  readonly #queue = new BuildQueue((saved) => this.#buildNext(saved));
  readonly #project: Project;
  readonly #gateway: DevGateway;
  readonly #watcher: FileWatcher;
  readonly #cache: BuildCache | undefined;
  #state = INITIAL;
  #isWatching = false;
  #closed: Promise<void> | undefined;

  private constructor(private readonly options: DevServerOptions) {
    const { terminal: { directory }, app, isInspected, templates, mocks = false } = options;
    this.#project = new Project({ app, output: this.#source, terminal: options.terminal, isInspected, templates, mocks });
    this.#gateway = new DevGateway({ ...options, source: this.#source, directory: this.#directory });
    const cache = projectCache(path.join(directory, 'app'));
    this.#cache = cache === undefined ? undefined : new BuildCache({
      directory: path.join(cache, 'dev'),
      settings: JSON.stringify([directory, app ?? '', isInspected, templates, mocks, version(), process.version]),
    });
    this.#watcher = createFileWatcher({
      directory,
      changed: (files) => void this.#queue.add(files),
      failed: (error) => options.reporter.note(`an edit may be missed: ${messageOf(error)}`),
    });
  }

  /** Builds everything anew, and reloads it even if nothing changed. */
  public rebuild(): Promise<void> {
    this.#state = beforeRebuild(this.#state);
    return this.#queue.add(undefined);
  }

  public close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  get #isClosed(): boolean {
    return this.#ending.signal.aborted;
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    this.#cache?.keepNow();
    this.#project.stop();
    await this.#queue.idle;
    this.#cache?.keepNow();
    await Promise.all([this.#watcher.close(), this.#project.close(), this.#gateway.close()]);
    rmSync(this.#directory, { recursive: true, force: true });
  }

  async #begin(): Promise<void> {
    await this.#serveLastBuild();
    if (this.#state.isKept) await wait(BUILD_AFTER_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    if (!this.#isClosed) await this.#update(undefined);
  }

  /** A project that has not changed since it was built last is served at once, and built meanwhile. */
  async #serveLastBuild(): Promise<void> {
    if (this.#cache?.restore(this.#source) !== true) return;
    try {
      const apis = readAssembly(this.#source);
      await this.#serve();
      this.#state = afterRestore(this.#state, apis);
    } catch {
      // the build that follows says why
    }
  }

  /** An error of one build does not end the server. */
  async #buildNext(saved: Saved): Promise<void> {
    if (this.#isClosed) return;
    try {
      await this.#update(saved);
    } catch (thrown) {
      if (this.#isClosed) return; // a build that was ended
      const error = await namingFlag(thrown);
      const code = GatewayError.isGatewayError(error) ? error.code : undefined;
      this.options.reporter.problems([{ part: 'gateway', code, text: messageWithoutCode(error) }], this.#gateway.serving !== undefined);
    }
  }

  async #update(saved: Saved): Promise<void> {
    const { reporter, optionFiles } = this.options;
    const [began, beganMs] = [performance.now(), Date.now()];
    reporter.building();
    const followed = new Set(this.#project.watched.files);
    const build = await this.#project.build(saved);
    this.#watch(build.problems.length > 0);
    const written = this.#state.isKept && build.isComplete ? readAssembly(this.#source) : undefined;
    const hasNewOptions = optionFiles.some((file) => saved?.has(file) === true);
    const { state, action } = afterBuild(this.#state, { build, apis: this.#project.apis, hasNewOptions, written });
    this.#state = state;
    if (this.#isClosed) return;
    for (const note of build.notes) reporter.note(note);
    const report = (): void => {
      const unavailable = this.options.mocks === true ? [] : build.unavailable;
      if (build.problems.length > 0) reporter.problems(build.problems, this.#gateway.serving !== undefined, unavailable);
    };
    // what is served at first is shown before its problems
    const isFirst = build.isComplete && this.#gateway.serving === undefined;
    if (!isFirst) report();
    if (build.isComplete && build.problems.length === 0) this.#cache?.keepSoon(this.#source, () => this.#project.watched, beganMs);
    await this.#act(action, { files: this.#namesOf(saved, followed), began });
    if (build.isDefinitionNew && build.isComplete) this.options.defined(this.#project.apis);
    if (isFirst) report();
  }

  async #act(action: DevAction, { files, began }: { readonly files: readonly string[]; readonly began: number }): Promise<void> {
    const { reporter } = this.options;
    if (action.type === 'up-to-date') reporter.upToDate();
    if (action.type === 'unchanged') reporter.unchanged(files, action.isMended);
    if (action.type !== 'serve') return;
    if (this.#gateway.serving === undefined || action.hasOtherApis) await this.#serve();
    else await this.#gateway.reload(action.pending);
    this.#state = afterService(this.#state, this.#project.apis);
    if (action.changes === undefined) return;
    const durationMs = performance.now() - began; // the new definition is served: the comparison delays its report only
    const findings = action.pending.definition ? sinceStart(this.#state, currentDay()) : [];
    reporter.reloaded({ files, functions: action.pending.functions, changes: action.changes, sinceStart: findings, durationMs });
  }

  async #serve(): Promise<void> {
    this.options.reporter.serving(await this.#gateway.serve(), this.#source);
  }

  /** Saved files, relative to the project. What an editor makes to save a file, and removes, is nothing that was saved. */
  #namesOf(saved: Saved, followed: ReadonlySet<string>): readonly string[] {
    const named = [...saved ?? []].filter((file) => followed.has(file) || existsSync(file));
    return named.map((file) => path.relative(this.options.terminal.directory, file)).sort();
  }

  /** The first watches take a moment, which the first answer does not wait for: what is saved meanwhile is found by its time. */
  #watch(countsNew: boolean): void {
    const { files, directories } = this.#project.watched;
    const all = [...files, ...this.options.optionFiles];
    const isFirst = !this.#isWatching;
    this.#isWatching = true;
    void this.#watcher.watch({ files: all, directories }, countsNew).then(() => {
      const missed = isFirst ? all.filter((file) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) > this.#createdMs) : [];
      if (missed.length > 0) void this.#queue.add(new Set(missed));
    });
  }
}
