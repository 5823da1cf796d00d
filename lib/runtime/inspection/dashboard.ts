import type { BuildState, ClockState, DashboardState } from './protocol';
import type { GatewaySpec } from '../../spec';
import type { SystemPorts } from '../ports';
import { Conversations } from './conversations';
import { RequestRecords } from './request-records';

type Clocks = Pick<SystemPorts, 'now' | 'monotonicNow'>;

export interface DashboardOptions {
  readonly mode: DashboardState['mode'];
  /** The version of synthgate, for the page. */
  readonly version?: string;
  /** The project for which tests are copied, looked at with each copy. @param api - name of the API that is tested */
  readonly testProject?: (api: string) => TestProject;
  /** Renders references of APIs; asked for at the start, and with each page. */
  readonly reference?: ReferenceRenderer;
  /** The state directory of the project, which also has the token if the gateway's own state is temporary. */
  readonly projectState?: string;
}

/** Renders the references of APIs. */
export interface ReferenceRenderer {
  /** Whether there is one now. */
  readonly isThere: () => boolean;
  /** The page, which asks for the document of the API in its query. @throws DOCS_RENDERER_MISSING */
  readonly page: () => string;
  /** @throws PROTOCOL_NOT_WRITTEN */
  readonly document: (spec: GatewaySpec) => object;
}

/** The runners of tests: jest with its globals or without, vitest, and Node's own. */
export type TestRunner = 'vitest' | 'jest' | '@jest/globals' | 'node:test';

/** A project that a copied test fits into. */
export interface TestProject {
  /** The source that a test serves if there is nothing to import: an assembly, a template or a document. */
  readonly source: string;
  /** An Api or an App that a module exports. */
  readonly exported?: { readonly module: string; readonly name: string } | undefined;
  readonly runner: TestRunner;
}

const NO_PROJECT: TestProject = { source: 'gateway.out', runner: 'jest' };

const MARK = Symbol.for('synthgate.Dashboard');

/**
 * The state that a dashboard keeps while gateways come and go: requests, connections, clock, and the last build. It belongs to one
 * process; give it to `serve` again after `close`, and the page goes on.
 */
export class Dashboard {
  public readonly records = new RequestRecords();
  public readonly conversations = new Conversations((data) => this.records.emit({ type: 'connection', data }));
  #offsetMs = 0;
  #build: BuildState = { status: 'ok', changes: [], at: 0 };
  #startedAt = 0;

  public constructor(private readonly options: DashboardOptions) {}

  static {
    Object.defineProperty(Dashboard.prototype, MARK, { value: true });
  }

  /** Recognizes dashboards across bundles. */
  public static isDashboard(value: unknown): value is Dashboard {
    return typeof value === 'object' && value !== null && MARK in value;
  }

  public get projectState(): string | undefined {
    return this.options.projectState;
  }

  /** The project for which a test of an API is copied. */
  public testProject(api: string): TestProject {
    return this.options.testProject?.(api) ?? NO_PROJECT;
  }

  public get reference(): ReferenceRenderer | undefined {
    return this.options.reference;
  }

  public get about(): Pick<DashboardState, 'version' | 'startedAt' | 'mode' | 'build' | 'hasReference'> {
    const hasReference = this.options.reference?.isThere() === true;
    const { version = '', mode } = this.options;
    return { version, startedAt: this.#startedAt, mode, build: this.#build, ...(hasReference ? { hasReference } : {}) };
  }

  /** Reports a build to the page. Changes stay until a build reports others. */
  public report(build: Omit<BuildState, 'changes'> & Partial<Pick<BuildState, 'changes'>>): void {
    this.#build = { ...build, changes: build.changes ?? this.#build.changes };
    this.records.emit({ type: 'build', data: this.#build });
  }

  /** Reports a reload to the page. */
  public reloaded(at: number): void {
    this.records.emit({ type: 'reload', data: { at } });
  }

  /** Returns the clocks, ahead by the time that the dashboard has advanced them. */
  public advanced(clocks: Clocks): Clocks {
    if (this.#startedAt === 0) this.#startedAt = clocks.now();
    return { now: () => clocks.now() + this.#offsetMs, monotonicNow: () => clocks.monotonicNow() + this.#offsetMs };
  }

  public clock(now: number): ClockState {
    return { offsetMs: this.#offsetMs, now };
  }

  /** @param byMs - a number of ms; undefined: back to the system's time */
  public advance(byMs: number | undefined): void {
    this.#offsetMs = byMs === undefined ? 0 : this.#offsetMs + byMs;
  }
}
