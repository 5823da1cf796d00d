import { readFileSync } from 'node:fs';
import { GatewayError } from '../../../errors';
import { describeAuthorization, describeAuthorizer, readIdentitySource, tokensIn } from '../../../spec';
import { createInspection } from '../../inspection/create-inspection';
import { Dashboard, type ReferenceRenderer } from '../../inspection/dashboard';
import { eventStream, type EventStream } from '../../management/dashboard/event-stream';
import { pageOf } from '../../management/dashboard/page';
import type { DashboardPorts, Page, RequestSurroundings } from '../../management/dashboard/dashboard-ports';
import type { RequestRecord } from '../../inspection/protocol';
import type { ServedApi } from '../../management/served';
import { renderTemplate } from '../../mapping/render-template';
import { keyValue, type CompileOptions, type KeySource } from '../../pipeline/compile';
import type { HttpClient, SystemPorts } from '../../ports';
import { keptManagementAddress, newManagementToken } from '../../state/management-token';
import { dashboardFile } from '../../system/host-file';
import { keyNameOf } from '../../throttling/key-name';
import type { RunInSandbox } from '../../sandbox/jobs';
import type { Throttling } from '../../throttling/throttling';
import type { FunctionEngineOptions } from '../../functions';
import type { Connections } from '../../web-sockets';
import type { Load } from '../load';
import type { ServeOptions } from '../serve-options';
import { createNamedCaches, limitsState, resetSome } from './limits';
import { connectionPorts } from './own-connections';
import { play } from './play';
import { noIssuer, type SignInParts } from './sign-in';
import { apiState } from './state';

/** Tokens of dashboards: a page that is open stays so when its gateway is started again, also with another state directory. */
const tokens = new WeakMap<Dashboard, string>();

export interface RunningGateway {
  readonly load: () => Load;
  readonly served: () => readonly ServedApi[];
  readonly throttling: Throttling;
  /** For requests to the gateway itself. */
  readonly http: HttpClient;
  readonly keyValueOf: KeySource;
  /** Loads again; the result resets limits and caches. @throws RELOAD_CHANGES_APIS, and what loading throws */
  readonly prepareReset: () => Promise<() => Promise<void>>;
  /** Ways to identify a caller, besides API keys. */
  readonly callers: Omit<SignInParts, 'now'>;
  readonly connections: Pick<Connections, 'manage' | 'listen'>;
  /** Runs what an editor's template costs off the main thread. */
  readonly run: RunInSandbox;
}

/** The dashboard of one gateway: what the gateway is composed with, and what the management port asks. */
export interface OpenDashboard {
  readonly token: string;
  readonly renewToken: () => string;
  /** Where the page was at the last start. */
  readonly lastUrl: string | undefined;
  /** The ports of the system, with the clock of the dashboard. */
  readonly ports: SystemPorts;
  readonly engine: Pick<FunctionEngineOptions, 'onCall'> & { readonly onOutput: FunctionEngineOptions['output'] };
  readonly compile: Required<Pick<CompileOptions, 'inspect' | 'caches'>>;
  /** A load is served. */
  readonly loaded: () => void;
  readonly portsOf: (running: RunningGateway) => DashboardPorts;
  readonly close: () => void;
}

export function openDashboard(
  { dashboard: given, stateDirectory }: Pick<ServeOptions, 'dashboard'> & { readonly stateDirectory: string }, ports: SystemPorts,
): OpenDashboard | undefined {
  if (given === undefined || given === false) return undefined;
  const dashboard = given === true ? new Dashboard({ mode: 'serve' }) : given;
  const clocks = dashboard.advanced(ports);
  const elapsed = ports.monotonicNow;
  const { records, conversations } = dashboard;
  const kept = keptManagementAddress(stateDirectory) ?? keptManagementAddress(dashboard.projectState ?? stateDirectory);
  const token = tokens.get(dashboard) ?? kept?.token ?? newManagementToken();
  tokens.set(dashboard, token);
  const caches = createNamedCaches();
  const streams = new Set<EventStream>();
  let called = { id: '', cold: false };
  const openEvents = (): EventStream => {
    const stream = eventStream((listener) => records.listen(listener), () => void streams.delete(stream));
    streams.add(stream);
    return stream;
  };
  return {
    token,
    renewToken: () => {
      const renewed = newManagementToken();
      tokens.set(dashboard, renewed);
      return renewed;
    },
    lastUrl: kept?.url,
    ports: { ...ports, ...clocks },
    engine: {
      onCall: ({ requestId, functionName, instance: id, isCold: cold }) => {
        // mostly the same instance again
        if (called.id !== id || called.cold !== cold) called = { id, cold };
        records.called(requestId, functionName, called);
      },
      onOutput: ({ requestId, functionName, stream: level, text }) => {
        if (requestId !== undefined) records.wrote(requestId, { at: clocks.now(), level, functionName, text });
      },
    },
    compile: { caches, inspect: (api) => createInspection({ records, conversations, api, elapsed }) },
    loaded: () => {
      caches.loaded();
      dashboard.reloaded(clocks.now());
    },
    portsOf: (running) => dashboardPorts(running, { dashboard, caches, clocks, openEvents }),
    close: () => { for (const stream of streams) stream.end(); },
  };
}

interface Parts {
  readonly dashboard: Dashboard;
  readonly caches: ReturnType<typeof createNamedCaches>;
  readonly clocks: Pick<SystemPorts, 'now' | 'monotonicNow'>;
  readonly openEvents: () => EventStream;
}

function dashboardPorts(running: RunningGateway, { dashboard, caches, clocks, openEvents }: Parts): DashboardPorts {
  const { load, served, throttling, http, prepareReset, keyValueOf, callers, run } = running;
  const { credentials, issueToken } = callers;
  const limits = { apis: () => load().apis, throttling, caches, ports: clocks };
  const valueOf = (api: string, key: string): string | undefined => valueOfKey(load(), keyValueOf, { api, key });
  const playParts = { served, loaded: () => load().apis, http, keyValue: valueOf, signIn: { ...callers, now: clocks.now } };
  return {
    records: dashboard.records,
    ...connectionPorts(running.connections, dashboard.conversations, playParts),
    openEvents,
    now: clocks.now,
    state: (showsSecrets) => ({
      ...dashboard.about,
      clock: dashboard.clock(clocks.now()),
      apis: load().apis.map((api) => apiState(api, {
        served: served().find(({ name }) => name === api.name), changes: dashboard.about.build.changes,
        keyValue: (key) => valueOf(api.name, key), showsSecrets,
        credentials: credentials.map(({ accessKeyId }) => accessKeyId), hasLocalIssuer: issueToken !== undefined,
      })),
    }),
    changeClock: async (change) => {
      // what was limited or cached by the later time would be so for long; a reset that is not possible changes nothing
      const reset = 'reset' in change ? await prepareReset() : undefined;
      dashboard.advance('advanceMs' in change ? change.advanceMs : undefined);
      await reset?.();
      const clock = dashboard.clock(clocks.now());
      dashboard.records.emit({ type: 'clock', data: clock });
      return clock;
    },
    limits: () => limitsState(limits),
    resetLimits: async (what) => {
      if (what.key === undefined && what.cache === undefined) await (await prepareReset())();
      else resetSome(what, limits);
    },
    play: (request) => play(request, playParts),
    issueToken: (request) => {
      if (issueToken === undefined) throw noIssuer('token', request.pool ?? '');
      return issueToken(request);
    },
    renderTemplate: async (request) => {
      try {
        const { text, overrides } = await renderTemplate(request, run);
        return { output: text, overrides };
      } catch (error) {
        return { error: error instanceof Error ? error.message : String(error) };
      }
    },
    surroundings: (record) => ({
      url: originOf(served().find(({ name }) => name === record.api)),
      project: dashboard.testProject(record.api),
      ...authorizationOf(record, load()),
    }),
    reference: referencePorts(dashboard, load),
    page: readPage,
  };
}

function readPage(): Page | undefined {
  try {
    return pageOf(readFileSync(dashboardFile()));
  } catch {
    return undefined; // not built
  }
}

function referencePorts({ reference }: Dashboard, load: () => Load): DashboardPorts['reference'] {
  const renderer = (): ReferenceRenderer => {
    if (reference === undefined) throw new GatewayError('DOCS_RENDERER_MISSING', { directory: 'this gateway' });
    return reference;
  };
  return {
    page: () => pageOf(Buffer.from(renderer().page())),
    document: (name) => {
      const { apis } = load();
      const api = apis.find((one) => one.name === name);
      if (api === undefined) throw new GatewayError('API_UNKNOWN', { name, known: apis.map((one) => one.name).join(', ') });
      return renderer().document(api.definition);
    },
  };
}

/** A record has the whole path. */
function originOf(api: ServedApi | undefined): string {
  return api === undefined ? '' : new URL(api.url).origin;
}

function valueOfKey({ apis }: Load, from: RunningGateway['keyValueOf'], { api, key }: { readonly api: string; readonly key: string }): string | undefined {
  const declared = apis.find(({ name }) => name === api)?.definition.apiKeys ?? {};
  const name = keyNameOf(key, Object.keys(declared));
  return name === undefined ? undefined : keyValue(name, declared[name]?.value, from);
}

function authorizationOf({ api: name, stage, route = '', method }: RequestRecord, { apis }: Load): Omit<RequestSurroundings, 'url' | 'project'> {
  const api = apis.find((one) => one.name === name);
  const deployed = api?.stages.find((one) => one.name === stage)?.deployed;
  const methods = Object.entries(deployed?.resources[route]?.methods ?? {});
  const spec = (methods.find(([one]) => one === method) ?? methods.find(([one]) => one === 'ANY'))?.[1];
  const { authorizer, isSigned = false } = spec === undefined ? {} : describeAuthorization(spec.authorization);
  const declared = authorizer === undefined ? undefined : deployed?.authorizers[authorizer];
  const described = declared === undefined ? undefined : describeAuthorizer(declared);
  const [authorizerFunction] = described?.functions ?? [];
  const [source] = described?.identitySources ?? [];
  const takesTokens = authorizer !== undefined && authorizerFunction === undefined && source !== undefined;
  return {
    authorizerFunction, isSigned,
    tokenAuthorizer: takesTokens ? { name: authorizer, header: readIdentitySource(source).name } : undefined,
    openKeys: Object.entries(api?.definition.apiKeys ?? {})
      .flatMap(([key, { value }]) => (value === undefined || tokensIn(value).length > 0 ? [key] : [])),
  };
}
