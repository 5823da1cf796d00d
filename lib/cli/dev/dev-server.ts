import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compareSpecs, type SpecChange } from '../../diff';
import { GatewayError } from '../../errors';
import { readAssembly, serve, SERVE_DEFAULTS, type AssemblyApi, type ServeOptions, type Serving } from '../../runtime';
import { projectCache } from '../bundle-app';
import { messageOf, messageWithoutCode } from '../error-stack';
import { namingFlag } from '../naming-flag';
import type { AppTerminal, RunAppOptions } from '../run-app';
import { version } from '../version';
import { BuildCache } from './build-cache';
import { createFileWatcher, type FileWatcher } from './file-watcher';
import { Project, type Problem } from './project';

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
  /**
   * Files were saved, and what is served stays the same.
   * @param files - relative to the project
   * @param isMended - whether they could not be built before
   */
  readonly unchanged: (files: readonly string[], isMended: boolean) => void;
  /**
   * Something cannot be built; what was served before goes on.
   * @param isServing - whether anything is served
   * @param unavailable - functions that never could be built; the rest is served
   */
  readonly problems: (problems: readonly Problem[], isServing: boolean, unavailable?: readonly string[]) => void;
  /** Output of the app, and warnings. */
  readonly note: (text: string) => void;
}

/** One change that was taken into service. */
export interface Reload {
  /** The files that were edited, relative to the project; none for a reload on request. */
  readonly files: readonly string[];
  /** Functions with new code. */
  readonly functions: readonly string[];
  /** The changes of the definition, by name of the API. */
  readonly changes: readonly { readonly api: string; readonly changes: readonly SpecChange[] }[];
  /** From the report of the change to its service, in ms. */
  readonly durationMs: number;
}

export interface DevServerOptions {
  readonly app?: string;
  readonly terminal: Omit<AppTerminal, 'err'>;
  readonly templates: NonNullable<RunAppOptions['templates']>;
  /** The options of `serve` for an assembly. */
  readonly serveOptions: (source: string) => ServeOptions;
  /** Files with variables of functions: `serveOptions` is called again when one of them changed. */
  readonly optionFiles: readonly string[];
  /** Whether the port was asked for; otherwise the next free one is taken. */
  readonly isPortFixed: boolean;
  /** Whether a debugger can attach to functions. */
  readonly isInspected: boolean;
  readonly reporter: DevReporter;
}

/** How long nothing must be built before a build is kept for the next start. */
const KEEP_AFTER_MS = 1_000;

/** How long the last build is served before the project is built again, so that the first answer need not share the processors. */
const BUILD_AFTER_MS = 300;

/** How many ports are tried from the first. */
export const PORTS_TRIED = 20;

/**
 * Serves a project and follows its edits: functions and definition are built anew when a file that they are made of changes, and
 * taken into service without dropping a request. What cannot be built is reported, and the last good state goes on.
 */
export class DevServer {
  /**
   * Builds and serves; a project with errors is served once they are mended.
   * @param signal - ends the start; the server that is returned then is closed
   * @throws APP_MISSING, APP_NOT_FOUND, PORT_IN_USE and the other errors of `serve`
   */
  public static async start(options: DevServerOptions, signal?: AbortSignal): Promise<DevServer> {
    const server = new DevServer(options);
    signal?.addEventListener('abort', () => void server.close());
    // edits that are found meanwhile wait for the first build
    const first = server.#begin();
    server.#last = first.catch(() => undefined);
    try {
      await first;
    } catch (error) {
      const isStopped = server.#closed !== undefined;
      await server.close();
      if (!isStopped) throw error;
    }
    return server;
  }

  readonly #createdMs = Date.now();
  readonly #directory = mkdtempSync(path.join(tmpdir(), 'synthgate-dev-'));
  readonly #source = path.join(this.#directory, 'gateway.out');
  readonly #ending = new AbortController();
  readonly #project: Project;
  readonly #watcher: FileWatcher;
  readonly #cache: BuildCache | undefined;
  /** The APIs that an earlier run has built, which are served until the first build of this run; undefined from then on. */
  #lastBuild: readonly AssemblyApi[] | undefined;
  /** Keeps the build for the next start, if that is due. */
  #keep: (() => void) | undefined;
  #keepTimer: NodeJS.Timeout | undefined;
  #serving: Serving | undefined;
  /** The first port, once there is an API. */
  #port: number | undefined;
  /** The same of the management port. */
  #managementPort: number | undefined;
  /** The APIs that are served. */
  #apis: readonly AssemblyApi[] = [];
  /** The changes that are not served yet. */
  #pending: Pending = ALL_PENDING;
  /** Saved files that wait to be built; undefined stands for all. */
  #saved: ReadonlySet<string> | undefined;
  #isQueued = false;
  /** Whether the last build failed. */
  #isBroken = false;
  #isWatching = false;
  #last: Promise<void> = Promise.resolve();
  #closed: Promise<void> | undefined;

  private constructor(private readonly options: DevServerOptions) {
    const { directory } = options.terminal;
    const { app, isInspected, templates } = options;
    this.#project = new Project({ app, output: this.#source, terminal: options.terminal, isInspected, templates });
    const cache = projectCache(path.join(directory, 'app'));
    this.#cache = cache === undefined ? undefined : new BuildCache({
      directory: path.join(cache, 'dev'),
      settings: JSON.stringify([directory, app ?? '', isInspected, templates, version(), process.version]),
    });
    this.#watcher = createFileWatcher({
      directory,
      changed: (files) => void this.#queue(files),
      failed: (error) => options.reporter.note(`an edit may be missed: ${messageOf(error)}`),
    });
  }

  async #begin(): Promise<void> {
    await this.#serveLastBuild();
    if (this.#lastBuild !== undefined) await wait(BUILD_AFTER_MS, undefined, { signal: this.#ending.signal }).catch(() => undefined);
    if (this.#closed === undefined) await this.#update();
  }

  /** A project that has not changed since it was built last is served at once, and built meanwhile. */
  async #serveLastBuild(): Promise<void> {
    if (this.#cache?.restore(this.#source) !== true) return;
    try {
      this.#lastBuild = this.#apis = readAssembly(this.#source);
      await this.#serve();
      this.#pending = NOTHING_PENDING;
    } catch {
      // the build that follows says why
      this.#lastBuild = undefined;
      this.#apis = [];
    }
  }

  /** Builds everything anew, and reloads it even if nothing changed. */
  public rebuild(): Promise<void> {
    this.#pending = ALL_PENDING;
    return this.#queue(undefined);
  }

  public close(): Promise<void> {
    this.#closed ??= this.#close();
    return this.#closed;
  }

  /** Whether the first build of this run is what the last run has built, and is served already. */
  #isLastBuild(): boolean {
    const last = this.#lastBuild;
    this.#lastBuild = undefined;
    if (last === undefined || contentOf(last) !== contentOf(readAssembly(this.#source))) return false;
    this.#apis = this.#project.apis;
    this.#pending = NOTHING_PENDING;
    return true;
  }

  /** While nobody waits for an answer. */
  #keepSoon(beganMs: number): void {
    clearTimeout(this.#keepTimer);
    this.#keep = () => {
      clearTimeout(this.#keepTimer);
      this.#keep = undefined;
      this.#cache?.keep(this.#source, this.#project.watched, beganMs);
    };
    this.#keepTimer = setTimeout(this.#keep, KEEP_AFTER_MS);
  }

  async #close(): Promise<void> {
    this.#ending.abort();
    this.#keep?.();
    this.#project.stop();
    await this.#last;
    clearTimeout(this.#keepTimer);
    await Promise.all([this.#watcher.close(), this.#project.close(), this.#serving?.close()]);
    rmSync(this.#directory, { recursive: true, force: true });
  }

  /** One build at a time; what is saved during one is the next. An error of one does not end the server. */
  #queue(saved: ReadonlySet<string> | undefined): Promise<void> {
    const isAll = saved === undefined || (this.#isQueued && this.#saved === undefined);
    this.#saved = isAll ? undefined : new Set([...this.#saved ?? [], ...saved]);
    if (this.#isQueued) return this.#last;
    this.#isQueued = true;
    this.#last = this.#last.then(async () => {
      const files = this.#saved;
      this.#isQueued = false;
      this.#saved = undefined;
      if (this.#closed === undefined) await this.#update(files);
    }).catch(async (thrown: unknown) => {
      if (this.#closed !== undefined) return; // a build that was ended
      const error = await namingFlag(thrown);
      const code = GatewayError.isGatewayError(error) ? error.code : undefined;
      this.options.reporter.problems([{ part: 'gateway', code, text: messageWithoutCode(error) }], this.#serving !== undefined);
    });
    return this.#last;
  }

  async #update(saved?: ReadonlySet<string>): Promise<void> {
    const { reporter, terminal, optionFiles } = this.options;
    const [began, beganMs] = [performance.now(), Date.now()];
    reporter.building();
    const followed = new Set(this.#project.watched.files);
    const build = await this.#project.build(saved);
    const isMended = this.#isBroken && build.problems.length === 0;
    this.#isBroken = build.problems.length > 0;
    this.#watch(build.problems.length > 0);
    if (this.#closed !== undefined) return;
    this.#pending = {
      definition: this.#pending.definition || build.isDefinitionNew,
      functions: [...new Set([...this.#pending.functions, ...build.functions])],
      options: this.#pending.options || optionFiles.some((file) => saved?.has(file) === true),
    };
    for (const note of build.notes) reporter.note(note);
    // what is served at first is shown before its problems
    const isFirstService = build.isComplete && this.#serving === undefined;
    const report = (): void => {
      if (build.problems.length > 0) reporter.problems(build.problems, this.#serving !== undefined, build.unavailable);
    };
    if (!isFirstService) report();
    if (!build.isComplete) return;
    if (build.problems.length === 0) this.#keepSoon(beganMs);
    if (this.#isLastBuild()) return reporter.upToDate();
    const { definition, functions, options } = this.#pending;
    // what an editor makes to save a file, and removes, is nothing that was saved
    const named = [...saved ?? []].filter((file) => followed.has(file) || existsSync(file));
    const files = named.map((file) => path.relative(terminal.directory, file)).sort();
    if (definition || options || functions.length > 0) await this.#takeIntoService();
    else if (build.problems.length === 0) reporter.unchanged(files, isMended);
    if (isFirstService) report();
    const [before, isFirst] = [this.#apis, this.#apis.length === 0];
    this.#apis = this.#project.apis;
    if (isFirst || !(definition || options || functions.length > 0)) return;
    reporter.reloaded({ files, functions, changes: changesOf(before, this.#apis), durationMs: performance.now() - began });
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

  async #takeIntoService(): Promise<void> {
    const hasOtherApis = namesOf(this.#project.apis) !== namesOf(this.#apis);
    if (this.#serving === undefined || hasOtherApis) await this.#serve();
    else await this.#serving.reload(this.#pending.options || this.#pending.definition ? this.#variables() : {});
    this.#pending = NOTHING_PENDING;
  }

  #variables(): Pick<ServeOptions, 'functionEnvironment'> {
    const { functionEnvironment = {} } = this.options.serveOptions(this.#source);
    return { functionEnvironment };
  }

  /** Serves beside the gateway for a moment, without its state. @throws what keeps it from being served */
  async #tryOut(options: ServeOptions): Promise<void> {
    if (options.ignoreDeployments !== true) return; // what is deployed is in the state
    const stateDirectory = path.join(this.#directory, 'trial.state');
    const alone = { managementPort: undefined, dashboard: undefined, inspect: undefined, prewarm: false };
    const trial = await serve({ ...options, ...alone, port: 0, stateDirectory });
    await trial.close();
  }

  /** Serves what was built; again, on the same port. What cannot be served does not end what is. */
  async #serve(): Promise<void> {
    const given = this.options.serveOptions(this.#source);
    const options = { ...given, managementPort: this.#managementPort ?? given.managementPort, watch: false };
    if (this.#serving !== undefined) {
      await this.#tryOut(options);
      await this.#serving.close();
      this.#serving = undefined;
    }
    const isFixed = this.#port !== undefined || this.options.isPortFixed;
    this.#serving = await serveFrom(this.#port ?? options.port ?? SERVE_DEFAULTS.port, options, isFixed ? 1 : PORTS_TRIED);
    const { apis, port, management } = this.#serving;
    if (apis.length > 0) this.#port = port;
    if (management !== undefined) this.#managementPort = Number(new URL(management.url).port);
    this.options.reporter.serving(this.#serving, this.#source);
  }
}

/** The parts of a gateway that have changed since they were last served. */
interface Pending {
  readonly definition: boolean;
  readonly functions: readonly string[];
  readonly options: boolean;
}

const NOTHING_PENDING: Pending = { definition: false, functions: [], options: false };
const ALL_PENDING: Pending = { definition: true, functions: [], options: true };

/** Serves on the first port that is free. @throws PORT_IN_USE */
export async function serveFrom(port: number, options: ServeOptions, attempts: number): Promise<Serving> {
  try {
    return await serve({ ...options, port });
  } catch (error) {
    const isTaken = GatewayError.isGatewayError(error) && error.code === 'PORT_IN_USE' && error.details.option === undefined;
    if (!isTaken || attempts === 1 || port === 0) throw error;
    return serveFrom(port + 1, options, attempts - 1);
  }
}

/** Everything that is served, wherever it was built. */
function contentOf(apis: readonly AssemblyApi[]): string {
  return JSON.stringify(apis.map(({ name, spec, code }) =>
    [name, spec, Object.entries(code).map(([id, { digest, handler }]) => [id, digest, handler])]));
}

function namesOf(apis: readonly AssemblyApi[]): string {
  return apis.map(({ name }) => name).join('\n');
}

function changesOf(before: readonly AssemblyApi[], after: readonly AssemblyApi[]): Reload['changes'] {
  const names = [...new Set([...before, ...after].map(({ name }) => name))];
  return names.flatMap((name) => {
    const [old, now] = [before, after].map((apis) => apis.find((api) => api.name === name)?.spec);
    const whole = (sign: SpecChange['sign']): SpecChange[] => [{ sign, text: `API ${name}` }];
    if (old === undefined || now === undefined) return [{ api: name, changes: whole(now === undefined ? '-' : '+') }];
    const changes = compareSpecs(old, now);
    return changes.length === 0 ? [] : [{ api: name, changes }];
  });
}
