import {
  deploymentId, describeIntegration, HTTP_METHODS, routesOf, tokensIn, withUri, type IntegrationSpec, type ResourceSpec,
} from '../spec';
import {
  compileAuthorization, compileAuthorizer, compileResourcePolicy, compileSignatureCheck, createResultCache,
  type AuthorizationContext, type CallerCredential, type ResultCache,
} from './authorizers';
import type { MethodPlan, ServedStage } from './exchange';
import { functionVersions, type FunctionSettings } from './function-versions';
import type { CompiledGateway, ServingStage } from './gateway';
import { compileGatewayResponses } from './gateway-responses/compile';
import { compileIntegration, type CompileContext, type HttpClient } from './integrations';
import type { LoadedApi, LoadedStage } from './loaded';
import { localText } from './local-text';
import type { FunctionEngine, SystemPorts } from './ports';
import type { RunInSandbox } from './sandbox/jobs';
import { plainMethod } from './plain/plain-method';
import { createRouter, type RouteEntry } from './router/router';
import { compileKeys } from './steps/api-key';
import { compilePreflight } from './steps/preflight';
import type { RouteTarget } from './steps/route';
import type { SharedCaches } from './response-cache/shared-caches';
import { compileStageSettings, methodCache, methodLogging, NO_SETTINGS, type StageSettings } from './stage-settings';
import type { NamedLimit } from './throttling/buckets';
import { stageLimit } from './throttling/limits';
import type { Throttling } from './throttling/throttling';
import { compileValidation, compileValidators, type Validators } from './validation/compile';

/** What a load depends on besides the definition. */
export interface CompileOptions extends FunctionSettings {
  readonly accountId: string;
  readonly region: string;
  /** Values of API keys that the definition leaves open. */
  readonly apiKeys: Readonly<Record<string, string>>;
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
  /** Credentials with which callers may sign requests; without any, all signatures are refused. */
  readonly credentials?: readonly CallerCredential[];
  /** Whether answers may say why, to clients that ask. */
  readonly explains: boolean;
  readonly engine: FunctionEngine;
  readonly http: HttpClient;
  readonly ports: SystemPorts;
  readonly throttling: Throttling;
  /** Where a gateway has several processes, what they do together about their response caches. */
  readonly caches?: SharedCaches;
  /** Does long work off the main thread; without it everything is done at once. */
  readonly run?: RunInSandbox | undefined;
}

/** Does all work that depends on the definition only: once per load; a reload makes a new one and swaps it in. */
export function compileGateway(api: LoadedApi, options: CompileOptions): CompiledGateway {
  const { vendor, endpointType } = api.definition.api;
  const results = createResultCache();
  const stages = api.stages.map((stage) => [stage.name, compileStage(api, stage, { ...options, results })] as const);
  for (const [plan, { quota }] of Object.entries(api.definition.usagePlans)) if (quota !== undefined) options.throttling.quotas.open(plan);
  return { front: { vendor, endpointType }, explains: options.explains, stages: new Map(stages), throttling: options.throttling };
}

/** One resource of a deployment by itself: what its methods lead to. For a call that does not come over a route. */
export function compileResource(loaded: LoadedStage, path: string, options: CompileOptions): ReadonlyMap<string, RouteTarget> {
  const resource = loaded.deployed.resources[path];
  const context = methodContext(loaded, { ...options, results: createResultCache() });
  const entries = resource === undefined ? [] : resourceEntries(path, resource, context);
  return new Map(entries.map(({ method, target }) => [method, target]));
}

/** Options with what the stages of a load share. */
interface StageOptions extends CompileOptions {
  /** Answers of authorizer functions; one store bounds those of all stages. */
  readonly results: ResultCache;
}

interface DeploymentOptions extends StageOptions {
  readonly settings: StageSettings;
}

/** A stage with its canary: one set of settings and limits, two deployments. */
function compileStage(api: LoadedApi, loaded: LoadedStage, options: StageOptions): ServingStage {
  const declared = Object.hasOwn(api.definition.stages, loaded.name) ? api.definition.stages[loaded.name] : undefined;
  const { ports: { monotonicNow }, caches } = options;
  const settingsOf = (...name: string[]) => compileStageSettings(declared, { monotonicNow, caches, name: JSON.stringify(name) });
  const settings = settingsOf(api.name, loaded.name);
  const stage = compileDeployment(api, loaded, { ...options, settings });
  if (loaded.canary === undefined) return stage;
  const { percentTraffic, useStageCache, stage: canary } = loaded.canary;
  const ofCanary = useStageCache ? settings : settingsOf(api.name, loaded.name, 'canary');
  return { ...stage, canary: { percentTraffic, stage: compileDeployment(api, canary, { ...options, settings: ofCanary }) } };
}

function compileDeployment(api: LoadedApi, loaded: LoadedStage, options: DeploymentOptions): ServingStage {
  const name = { api: api.name, stage: loaded.name };
  const { settings } = options;
  const limitOf = (path: string, httpMethod: string) => stageLimit(name, settings.methodSettings, { path, httpMethod });
  const context = { ...methodContext(loaded, options), settings, limitOf };
  const entries = Object.entries(loaded.deployed.resources).flatMap(([path, resource]) => resourceEntries(path, resource, context));
  const deployed = new Set(routesOf(loaded.deployed).map(({ method, path }) => `${method} ${path}`));
  const added = routesOf(api.definition).filter(({ method, path }) => !deployed.has(`${method} ${path}`));
  const undeployed = createRouter(added.map(({ path, method }) => ({ path, method, target: true })));
  const source = loaded.deployed.api.apiKeySource;
  const keyValueOf = (key: string, value: string | undefined) => keyValue(key, value, options);
  return {
    stage: { ...context.stage, accessLog: settings.accessLog },
    router: createRouter(entries),
    undeployed: (method, path) => undeployed.match(method, path) !== undefined,
    resourcePolicy: context.authorization.resourcePolicy,
    keys: compileKeys(api.definition, { ...name, source, keyValueOf }),
  };
}

/** A stage with all that depends on its deployment and its own settings. @throws TOKEN_VALUE_MISSING */
export function servedStage(loaded: LoadedStage, options: CompileOptions): ServedStage {
  const { api, functions } = loaded.deployed;
  const versions = functionVersions(loaded, options);
  const local = (name: string, text: string) => localText(text, options.values, `stage ${loaded.name}, variable ${name}`);
  const variables = Object.entries(loaded.variables).map(([name, text]) => [name, local(name, text)] as const);
  return {
    name: loaded.name,
    isCanary: loaded.isCanary,
    variables: Object.fromEntries(variables),
    apiId: api.id,
    accountId: options.accountId,
    region: options.region,
    endpointType: api.endpointType,
    vendor: api.vendor,
    binaryMediaTypes: api.binaryMediaTypes,
    minimumCompressionSize: api.minimumCompressionSize,
    fingerprint: loaded.fingerprint,
    deploymentId: deploymentId(loaded.fingerprint),
    gatewayResponses: compileGatewayResponses(loaded.deployed.gatewayResponses),
    functionVersion: (name) => versions.get(name),
    externalFunction: (name) => (Object.hasOwn(functions, name) ? functions[name]?.external : undefined),
  };
}

/** What the methods of a stage are compiled with. */
interface MethodContext extends CompileContext {
  readonly validators: Validators;
  readonly authorization: AuthorizationContext;
  readonly values: Readonly<Record<string, string>>;
  /** The limit that the stage sets for a method. */
  readonly limitOf?: (path: string, httpMethod: string) => NamedLimit | undefined;
  readonly settings?: StageSettings;
}

/** The value of an API key: the definition's, or else the one that the runtime was given. @throws TOKEN_VALUE_MISSING */
function keyValue(key: string, value: string | undefined, { apiKeys, values }: CompileOptions): string | undefined {
  if (value !== undefined && tokensIn(value).length === 0) return value;
  const given = Object.hasOwn(apiKeys, key) ? apiKeys[key] : undefined;
  return given ?? (value && localText(value, values, `API key ${key}`));
}

/** Authorizers and resource policy of the stage's deployment, ready to be asked. */
function authorizationContext({ deployed }: LoadedStage, stage: ServedStage, options: StageOptions): AuthorizationContext {
  const { credentials = [], ports, values } = options;
  const authorizers = Object.entries(deployed.authorizers)
    .map(([name, spec]) => [name, compileAuthorizer(spec, { ...options, stage, name })] as const);
  return {
    stage,
    resourcePolicy: compileResourcePolicy(deployed.api.policy, { stage, values }),
    authorizers: new Map(authorizers),
    checkSignature: compileSignatureCheck(credentials, stage, ports.now),
  };
}

function methodContext(loaded: LoadedStage, options: StageOptions): MethodContext {
  const { engine, http, ports, values, run } = options;
  const validators = compileValidators(loaded.deployed, run);
  const stage = servedStage(loaded, options);
  const authorization = authorizationContext(loaded, stage, options);
  return { stage, place: loaded.deployed.api.name, engine, http, ports, run, validators, authorization, values };
}

function resourceEntries(path: string, resource: ResourceSpec, context: MethodContext): RouteEntry<RouteTarget>[] {
  const entries: RouteEntry<RouteTarget>[] = HTTP_METHODS.flatMap((httpMethod) => {
    const spec = resource.methods[httpMethod];
    if (spec === undefined) return [];
    const place = `${context.place}${path} ${httpMethod}`;
    const plan: MethodPlan = {
      resourceId: resource.id,
      resourcePath: path,
      httpMethod,
      spec,
      validation: compileValidation(spec, context.validators),
      run: context.run,
      integration: compileIntegration(localIntegration(spec.integration, context.values, place), { ...context, place }),
      authorize: compileAuthorization(spec.authorization, context.authorization),
      throttle: context.limitOf?.(path, httpMethod),
      cache: methodCache(context.settings ?? NO_SETTINGS, { path, httpMethod, resourceId: resource.id, spec }),
      logging: methodLogging(context.settings ?? NO_SETTINGS, { path, httpMethod }),
      cors: resource.cors?.methods.includes(httpMethod) === true ? resource.cors : undefined,
      mapsResponses: describeIntegration(spec.integration).responses !== undefined,
    };
    const { stage, settings, authorization: { resourcePolicy } } = context;
    const plain = plainMethod(plan, { stage, engine: context.engine, accessLog: settings?.accessLog, resourcePolicy });
    const isPlain = plain !== undefined && context.engine.runsHere?.(plain.version) !== false;
    return [{ path, method: httpMethod, target: { type: 'method', plan: isPlain ? { ...plan, plain } : plan } }];
  });
  if (resource.cors === undefined) return entries;
  return [...entries, { path, method: 'OPTIONS', target: { type: 'preflight', preflight: compilePreflight(path, resource.cors) } }];
}

/** The integration with local values in its address. @throws TOKEN_VALUE_MISSING */
function localIntegration(integration: IntegrationSpec, values: Readonly<Record<string, string>>, place: string): IntegrationSpec {
  return withUri(integration, (uri) => localText(uri, values, place));
}
