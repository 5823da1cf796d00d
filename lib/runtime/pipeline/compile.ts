import { GatewayError } from '../../errors';
import { deploymentId, describeProtocol, functionLabel, mapTexts, protocolOf, routesOf, type Protocol } from '../../spec';
import {
  compileAuthorizer, compileConnectionAccess, compileResourcePolicy, compileSignatureCheck, createResultCache, credentialOf,
  type AuthorizationContext, type CallerCredential, type FunctionCredential, type IssuerSources, type ResultCache,
} from '../authorizers';
import { functionAbsence, functionVersions, type FunctionSettings } from './function-versions';
import { compileGatewayResponses } from '../gateway-responses/compile';
import { compileSelectionExpression } from '../mapping/selection-expression';
import type { LoadedApi, LoadedStage } from '../plan/loaded';
import { localText, missingIn } from '../plan/resolve-tokens';
import type { Explains, ServedStage } from '../plan/exchange';
import type { Inspection } from '../plan/inspection';
import type { ApiMeter } from '../plan/meter';
import type { Tracing } from '../plan/tracing';
import type { RunInSandbox } from '../sandbox/jobs';
import { NO_AWS_SERVICES, type VpcLinks } from '../integrations';
import type { AwsServices, FunctionEngine, SystemPorts, HttpClient } from '../ports';
import type { SharedCaches } from '../response-cache/shared-caches';
import { createHttpRouter, createMessageRouter, createRouter, type RouteEntry, type Router } from '../router/router';
import { stageLimit } from '../throttling/limits';
import { compileKeys, NO_KEYS } from '../throttling/stage-keys';
import type { Throttling } from '../throttling/throttling';
import { compileValidators } from '../validation/compile';
import { resourceEntries, type DeploymentContext } from './compile-methods';
import type { CompiledGateway, MappedDomain, ServingStage } from './gateway';
import { methodSteps, testSteps } from './method-steps';
import { contentOf, NOT_SHARED, type ResultSharing } from './result-sharing';
import { compileStageSettings, NO_SETTINGS, type StageSettings } from './stage-settings';
import { acceptUnrouted } from './steps/accept-connection';
import { planHttpPreflight } from './steps/http-cors';
import type { RouteTarget, StageRoutes } from './steps/route';

/** Inputs of a load besides the definition. */
export interface CompileOptions extends FunctionSettings {
  readonly accountId: string;
  readonly region: string;
  /** Values of API keys that the definition omits. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** The local value of an API key that has none otherwise; a key without any is rejected. */
  readonly localApiKeys?: (name: string) => string | undefined;
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
  /** Credentials with which callers may sign requests; without any, every signature is refused. */
  readonly credentials?: readonly CallerCredential[];
  /** The labels of functions of other APIs that manage the connections of a WebSocket API, by API id. */
  readonly connectionManagers?: ReadonlyMap<string, readonly string[]>;
  /** Keys of user pools and issuers that do not come from the issuers; without it all do. */
  readonly sources?: IssuerSources;
  /** Whether answers explain themselves to clients that ask for it, or to all. */
  readonly explains: Explains;
  readonly engine: FunctionEngine;
  readonly http: HttpClient;
  /** Without it no AWS service is reached. */
  readonly services?: AwsServices;
  /** The local addresses of VPC links; calls through others get 501. */
  readonly vpcLinks?: VpcLinks;
  readonly ports: SystemPorts;
  readonly throttling: Throttling;
  /** With several processes, keeps invalidations of their response caches in step. */
  readonly caches?: SharedCaches;
  /** With a store: shares responses and results of authorizers with other gateways. */
  readonly sharing?: ResultSharing | undefined;
  /** Runs expensive work off the main thread. */
  readonly run: RunInSandbox;
  /** With a dashboard: what watches the requests of an API. */
  readonly inspect?: ((api: string) => Inspection) | undefined;
  /** With metrics: what counts the requests of an API. */
  readonly meterOf?: ((api: string) => ApiMeter) | undefined;
  /** Traces requests, if somebody takes the traces. */
  readonly tracing?: Tracing | undefined;
}

/** Does all work that depends only on the definition, once per load; a reload compiles a new gateway and swaps it in. */
export function compileGateway(api: LoadedApi, options: CompileOptions): CompiledGateway {
  const { vendor, endpointType } = api.definition.api;
  const protocol = protocolOf(api.definition);
  const { sharing = NOT_SHARED } = options;
  const results = sharing.authorizers(api.name, createResultCache());
  const inspection = options.inspect?.(api.name);
  const meter = options.meterOf?.(api.name);
  const stages = api.stages.map((stage) => [stage.name, compileStage(api, stage, { ...options, results, inspection, meter })] as const);
  for (const [plan, { quota }] of Object.entries(api.definition.usagePlans)) if (quota !== undefined) options.throttling.quotas.open(plan);
  const { explains, throttling, tracing } = options;
  const responseContext = { protocol, vendor, endpointType };
  const domains = domainsOf(api, options);
  return { name: api.name, responseContext, explains, stages: new Map(stages), domains, throttling, inspection, meter, tracing };
}

/** The domains of the stages that are served. A name that only a deployment knows leads nowhere here. */
function domainsOf({ name: api, definition, stages }: LoadedApi, { values }: CompileOptions): MappedDomain[] {
  return stages.flatMap(({ name: stage }) => (definition.stages[stage]?.domainMappings ?? []).flatMap(({ domainName, mappingKey }) => {
    if (missingIn(domainName, values).length > 0) return [];
    const path = mappingKey === undefined ? '' : `/${mappingKey}`;
    return [{ domain: localText(domainName, values, api).toLowerCase(), basePath: { api, stage, path } }];
  }));
}

/** A single resource of a deployment, for calls that bypass routing and admission. */
export function compileResource(loaded: LoadedStage, path: string, options: CompileOptions): CompiledResource {
  const context = { ...deploymentContext(loaded, { ...options, results: createResultCache() }), stepsOf: testSteps };
  const stage = { ...context.stage, domainName: 'testPrefix.testDomainName' };
  const resource = loaded.deployed.resources[path];
  const entries = resource === undefined ? [] : resourceEntries(path, resource, { ...context, stage });
  return { stage, targets: new Map(entries.map(({ method, target }) => [method, target])) };
}

/** The route targets of one resource, by method. */
export interface CompiledResource {
  readonly stage: ServedStage;
  readonly targets: ReadonlyMap<string, RouteTarget>;
}

/** Options shared by the stages of a load. */
interface StageOptions extends CompileOptions {
  /** Results of authorizer functions; one bounded store for all stages. */
  readonly results: ResultCache;
  /** The inspection of the API; undefined for test invocations. */
  readonly inspection?: Inspection | undefined;
  /** Counts the requests of the API; undefined for test invocations. */
  readonly meter?: ApiMeter | undefined;
}

interface DeploymentOptions extends StageOptions {
  readonly settings: StageSettings;
}

/** A stage with its canary: one set of settings and limits, two deployments. */
function compileStage(api: LoadedApi, loaded: LoadedStage, options: StageOptions): ServingStage {
  const declared = Object.hasOwn(api.definition.stages, loaded.name) ? api.definition.stages[loaded.name] : undefined;
  const { ports: { monotonicNow }, caches, sharing } = options;
  const settingsOf = (of: LoadedStage, ...name: string[]) =>
    compileStageSettings(declared, { monotonicNow, caches, sharing, name, content: contentOf(of) });
  const settings = settingsOf(loaded, api.name, loaded.name);
  const stage = compileDeployment(api, loaded, { ...options, settings });
  if (loaded.canary === undefined) return stage;
  const { percentTraffic, useStageCache, stage: canary } = loaded.canary;
  const ofCanary = useStageCache ? settings : settingsOf(canary, api.name, loaded.name, 'canary');
  return { ...stage, canary: { percentTraffic, stage: compileDeployment(api, canary, { ...options, settings: ofCanary }) } };
}

function compileDeployment(api: LoadedApi, loaded: LoadedStage, options: DeploymentOptions): ServingStage {
  const name = { api: api.name, stage: loaded.name };
  const { settings } = options;
  const keys = compileKeys(api.definition, {
    ...name, source: loaded.deployed.api.apiKeySource, keyValueOf: (key, value) => keyValue(key, value, options),
  });
  const limitOf = (path: string, httpMethod: string) => stageLimit(name, settings.methodSettings, { path, httpMethod });
  const context = { ...deploymentContext(loaded, options), settings, keys, limitOf };
  const entries = Object.entries(loaded.deployed.resources).flatMap(([path, resource]) => resourceEntries(path, resource, context));
  const deployed = new Set(routesOf(loaded.deployed).map(({ method, path }) => `${method} ${path}`));
  const added = routesOf(api.definition).filter(({ method, path }) => !deployed.has(`${method} ${path}`));
  const { protocol } = context.stage;
  const undeployed = ROUTERS[protocol](added.map((route) => ({ ...route, target: true })));
  return {
    stage: context.stage,
    router: ROUTERS[protocol](entries),
    unrouted: UNROUTED[protocol](context.stage),
    mayManageConnections: compileConnectionAccess(context.authorization.checkSignature, context.stage),
    answersPreflightsFirst: describeProtocol(api.definition).answersPreflightsFirst,
    routes: entries.map(({ method, path }) => ({ method, path })),
    undeployed: (method, path) => undeployed.match(method, path) !== undefined,
  };
}

type MakeRouter = <Target>(entries: readonly RouteEntry<Target>[]) => Router<Target>;

const ROUTERS: Readonly<Record<Protocol, MakeRouter>> = {
  'rest': createRouter, 'http': createHttpRouter, 'function-url': createHttpRouter, 'websocket': createMessageRouter,
};

/** The answers of the service itself where no route takes a request, by kind of API. */
const UNROUTED: Readonly<Record<Protocol, (stage: ServedStage) => StageRoutes['unrouted']>> = {
  'rest': () => () => undefined, 'http': planHttpPreflight, 'function-url': planHttpPreflight, 'websocket': () => acceptUnrouted,
};

/** A stage with everything that depends on its deployment and its own settings. */
function servedStage(loaded: LoadedStage, options: CompileOptions): ServedStage {
  const { api, functions } = loaded.deployed;
  const versions = functionVersions(loaded, options);
  const { variables, valueMissing } = localVariables(loaded, options);
  return {
    protocol: protocolOf(loaded.deployed),
    name: loaded.name,
    isCanary: loaded.isCanary,
    variables,
    valueMissing,
    apiId: api.id,
    accountId: options.accountId,
    region: options.region,
    endpointType: api.endpointType,
    vendor: api.vendor,
    binaryMediaTypes: api.binaryMediaTypes,
    cors: api.cors,
    routeKeyOf: api.routeSelectionExpression === undefined ? undefined : routeKeyOf(api.routeSelectionExpression),
    jsonBodyValidation: api.jsonBodyValidation,
    minimumCompressionSize: api.minimumCompressionSize,
    fingerprint: loaded.fingerprint,
    deploymentId: deploymentId(loaded.fingerprint),
    gatewayResponses: compileGatewayResponses(loaded.deployed.gatewayResponses),
    functionVersion: (name) => versions.get(name),
    functionLabel: (name) => functionLabel(functions, name),
    functionAbsence: (name) => functionAbsence(name, functions, options),
  };
}

/** The route key that a message names. */
function routeKeyOf(expression: string): (message: string) => string {
  const select = compileSelectionExpression(expression);
  return (message) => select({ message });
}

/** The stage variables; functions and templates see all of them, so one without a value stops every method. */
function localVariables({ name: stage, variables }: LoadedStage, { values }: CompileOptions): Pick<ServedStage, 'variables' | 'valueMissing'> {
  const missing = Object.entries(variables).flatMap(([name, text]) => missingIn(text, values).map((token) => ({ name, token })))[0];
  if (missing === undefined) return { variables: mapTexts(variables, (text) => localText(text, values, `stage ${stage}`)) };
  return { variables: {}, valueMissing: valueMissing(`stage variable ${missing.name}`, missing.token) };
}

/** The sources of API key values besides the definition. */
export type KeySource = Pick<CompileOptions, 'apiKeys' | 'localApiKeys' | 'values'>;

/**
 * The value of an API key: the definition's, or else the one given to the runtime, or else a local one. A key whose value is missing
 * is never accepted.
 */
export function keyValue(key: string, value: string | undefined, { apiKeys, localApiKeys, values }: KeySource): string | undefined {
  if (value !== undefined && missingIn(value, {}).length === 0) return value;
  const configured = Object.hasOwn(apiKeys, key) ? apiKeys[key] : undefined;
  if (configured !== undefined) return configured;
  if (value === undefined || missingIn(value, values).length > 0) return localApiKeys?.(key);
  return localText(value, values, `API key ${key}`);
}

/**
 * The compiled authorizers and resource policy of the stage's deployment. Where the stage has no value for a variable, every
 * method is refused: no authorizer is asked first.
 */
function authorizationContext({ deployed }: LoadedStage, stage: ServedStage, options: StageOptions): AuthorizationContext {
  const { credentials = [], ports, values } = options;
  const authorizers = Object.entries(deployed.authorizers)
    .map(([name, spec]) => [name, stage.valueMissing === undefined
      ? compiledOr503(`authorizer ${name}`, () => compileAuthorizer(spec, { ...options, stage, name }))
      : refusing(stage.valueMissing)] as const);
  return {
    stage,
    resourcePolicy: compiledOr503('the resource policy', () => compileResourcePolicy(deployed.api.policy, { stage, values })),
    authorizers: new Map(authorizers),
    checkSignature: compileSignatureCheck([...credentials, ...credentialsOfFunctions(deployed, options)], stage, ports.now),
  };
}

/** The credentials of the functions that a WebSocket API names, and of those that have its address. */
function credentialsOfFunctions({ functions, ...deployed }: LoadedStage['deployed'], options: StageOptions): readonly FunctionCredential[] {
  const { connectionCredential: common, connectionManagers } = options;
  if (common === undefined || !describeProtocol(deployed).keepsConnections) return [];
  const labels = Object.keys(functions).map((name) => functionLabel(functions, name));
  return [...new Set([...labels, ...connectionManagers?.get(deployed.api.id) ?? []])].map((label) => credentialOf(common, label));
}

/** Compiles, or returns a function that refuses each request if a value is missing. @throws METHOD_VALUE_MISSING, by that function */
function compiledOr503<Compiled>(what: string, compile: () => Compiled): Compiled | (() => never) {
  try {
    return compile();
  } catch (error) {
    if (!GatewayError.isGatewayError(error) || error.code !== 'TOKEN_VALUE_MISSING') throw error;
    return refusing(valueMissing(what, String(error.details.token)));
  }
}

function refusing(reason: GatewayError): () => never {
  return () => { throw reason; };
}

function valueMissing(what: string, token: string): GatewayError {
  return new GatewayError('METHOD_VALUE_MISSING', { what, token });
}

/** Creates the context that the methods of one deployment share. */
function deploymentContext(loaded: LoadedStage, options: StageOptions & { readonly settings?: StageSettings }): DeploymentContext {
  const { engine, http, services = NO_AWS_SERVICES, vpcLinks = {}, ports, values, run, throttling } = options;
  const { settings = NO_SETTINGS, inspection } = options;
  const stage = { ...servedStage(loaded, options), accessLog: settings.accessLog, meter: options.meter?.stage(loaded.name) };
  const { methodKey, declaresResponses } = describeProtocol(loaded.deployed);
  let count = 0;
  return {
    nextIndex: () => count++,
    stage, engine, http, services, vpcLinks, ports, run, inspection, tracing: options.tracing, values, throttling, settings,
    location: loaded.deployed.api.name,
    routeKey: methodKey,
    declaresResponses,
    validators: compileValidators(loaded.deployed, run),
    authorization: authorizationContext(loaded, stage, options),
    keys: NO_KEYS,
    limitOf: () => undefined,
    stepsOf: methodSteps,
  };
}
