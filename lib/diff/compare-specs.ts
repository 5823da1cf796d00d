import { describeAuthorization, domainAddress, methodsOf, protocolOf, targetText, type FunctionSpec, type GatewaySpec,
  type MethodSpec, type ResourceSpec, type StageSpec } from '../spec';
import { changedEntries, isSame, own } from './compare-values';

/** One change of a definition, as a line for people. */
export interface SpecChange {
  /** Added, removed or changed. */
  readonly sign: '+' | '-' | '~';
  /** `GET /pets/{petId} → proxy Pets`, `POST /orders: an API key is required` */
  readonly text: string;
}

/** The text for a change of each member of a node: its new value in words, or only its name. */
type Words<Node> = { readonly [Member in keyof Required<Node>]: (after: Node[Member], before: Node[Member]) => string };

const METHOD_WORDS: Words<MethodSpec> = {
  operationName: () => 'operation name',
  documentation: () => 'documentation',
  authorization: (after) => `authorization ${authorizationText(after)}`,
  apiKeyRequired: (after) => (after ? 'an API key is required' : 'no API key is required'),
  requestParameters: () => 'request parameters',
  requestModels: () => 'request models',
  requestValidator: (after) => (after === undefined ? 'no request validator' : `request validator ${after}`),
  methodResponses: () => 'method responses',
  modelSelectionExpression: (after) => (after === undefined ? 'no validation of messages' : `model by ${after}`),
  hasRouteResponse: (after) => (after === true ? 'answers are sent' : 'answers are not sent'),
  integration: (after, before) => (targetText(after) === targetText(before) ? 'integration' : `→ ${targetText(after)}`),
};

const FUNCTION_WORDS: Words<FunctionSpec> = {
  entry: (after) => `entry ${after ?? 'none'}`,
  code: (after) => `code ${after ?? 'none'}`,
  external: () => 'external function',
  unavailable: (after) => (after === undefined ? 'can run here' : `cannot run here: ${after}`),
  handler: (after) => `handler ${after}`,
  description: () => 'description',
  logicalId: (after) => `logical id ${after ?? 'none'}`,
  constructPath: (after) => `construct path ${after ?? 'none'}`,
  runtime: (after) => `runtime ${after ?? 'of the gateway'}`,
  logging: (after) => (after === undefined ? 'no log format'
    : `log format ${after.format}${after.level === undefined ? '' : `, level ${after.level}`}`),
  architecture: (after) => `architecture ${after ?? 'x86_64'}`,
  memoryMiB: (after) => `memory ${after} MiB`,
  timeoutMs: (after) => `timeout ${after} ms`,
  environment: (after, before) => `environment ${changedNames(after, before).join(', ')}`,
  concurrency: (after) => `concurrency ${after}`,
  maxInstances: (after) => `at most ${after} instances`,
  deadLetter: ({ retryAttempts }) => `${retryAttempts} retries`,
  onFailure: () => 'destination of failed events',
};

const STAGE_WORDS: Words<StageSpec> = {
  description: () => 'description',
  deployment: (after) => `deployment ${after.slice(0, 12)}`,
  variables: (after, before) => `variables ${changedNames(after, before).join(', ')}`,
  methodSettings: () => 'method settings',
  cacheClusterEnabled: (after) => (after ? 'response cache on' : 'response cache off'),
  cacheClusterSize: (after) => `response cache of ${after} GB`,
  canary: (after) => (after === undefined ? 'no canary' : `canary with ${after.percentTraffic} % of the traffic`),
  domainMappings: (after) => (after === undefined ? 'no custom domain' : `custom domains ${after.map(domainAddress).join(', ')}`),
  accessLog: (after) => (after === undefined ? 'no access log' : 'access log'),
};

type Compare = (after: GatewaySpec, before: GatewaySpec) => SpecChange[];

const RESOURCE_PARTS: { readonly [Member in keyof Required<ResourceSpec>]: Compare } = {
  methods: methodChanges,
  cors: corsChanges,
  id: idChanges,
};

const PARTS: { readonly [Member in keyof Required<GatewaySpec>]: Compare } = {
  format: () => [],
  protocol: (after, before) => (protocolOf(after) === protocolOf(before) ? []
    : [{ sign: '~', text: `protocol: ${protocolOf(before)} → ${protocolOf(after)}` }]),
  api: (after, before) => changedNames(after.api, before.api).map((name) => ({ sign: '~', text: `API: ${name}` })),
  resources: (after, before) => Object.values(RESOURCE_PARTS).flatMap((changes) => changes(after, before)),
  functions: (after, before) => changesOf(after.functions, before.functions, nodeTexts('function', FUNCTION_WORDS)),
  stages: (after, before) => changesOf(after.stages, before.stages, nodeTexts('stage', STAGE_WORDS)),
  authorizers: (after, before) => changesOf(after.authorizers, before.authorizers, nodeTexts('authorizer')),
  models: (after, before) => changesOf(after.models, before.models, nodeTexts('model')),
  requestValidators: (after, before) => changesOf(after.requestValidators, before.requestValidators, nodeTexts('request validator')),
  gatewayResponses: (after, before) => changesOf(after.gatewayResponses, before.gatewayResponses, nodeTexts('gateway response')),
  apiKeys: (after, before) => changesOf(after.apiKeys, before.apiKeys, nodeTexts('API key')),
  usagePlans: (after, before) => changesOf(after.usagePlans, before.usagePlans, nodeTexts('usage plan')),
};

/** Returns the differences between two definitions, one line each, without values of variables, keys and policies. */
export function compareSpecs(before: GatewaySpec, after: GatewaySpec): SpecChange[] {
  const order: readonly (keyof GatewaySpec)[] = ['protocol', 'resources', 'functions', 'authorizers', 'models', 'requestValidators',
    'gatewayResponses', 'stages', 'apiKeys', 'usagePlans', 'api', 'format'];
  return order.flatMap((member) => PARTS[member](after, before));
}

function methodChanges(after: GatewaySpec, before: GatewaySpec): SpecChange[] {
  return changesOf(methodsByName(after), methodsByName(before), {
    whole: (name, method) => `${name} → ${targetText(method.integration)}`,
    changed: (name, method, old) =>
      changedMembers(method, old, METHOD_WORDS).map((words) => (words.startsWith('→') ? `${name} ${words}` : `${name}: ${words}`)),
  });
}

function methodsByName(spec: GatewaySpec): Record<string, MethodSpec> {
  return Object.fromEntries(methodsOf(spec).map(({ httpMethod, path, method }) => [`${httpMethod} ${path}`, method]));
}

function corsChanges(after: GatewaySpec, before: GatewaySpec): SpecChange[] {
  const corsOf = ({ resources }: GatewaySpec) => Object.fromEntries(Object.entries(resources).map(([path, { cors }]) => [path, cors]));
  return changesOf(corsOf(after), corsOf(before), nodeTexts('CORS of'));
}

/** In one line: ids usually follow from the id of the API, and then all of them change with it. */
function idChanges(after: GatewaySpec, before: GatewaySpec): SpecChange[] {
  const changed = Object.entries(after.resources).filter(([path, { id }]) => (before.resources[path]?.id ?? id) !== id);
  return changed.length === 0 ? [] : [{ sign: '~', text: `ids of resources (requestContext.resourceId): ${changed.length}` }];
}

type NodesByName<Node> = Readonly<Partial<Record<string, Node>>>;

/** Texts for nodes whose changed members are listed by name, or in words. */
function nodeTexts<Node extends object>(kind: string, words?: Words<Node>): NodeTexts<Node> {
  const changed = (after: Node, before: Node): string[] =>
    (words === undefined ? changedNames(after, before) : changedMembers(after, before, words));
  return {
    whole: (name) => `${kind} ${name}`,
    changed: (name, after, before) => changed(after, before).map((what) => `${kind} ${name}: ${what}`),
  };
}

interface NodeTexts<Node> {
  readonly whole: (name: string, node: Node) => string;
  readonly changed: (name: string, after: Node, before: Node) => string[];
}

function changesOf<Node>(after: NodesByName<Node>, before: NodesByName<Node>, { whole, changed }: NodeTexts<Node>): SpecChange[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return names.flatMap((name): SpecChange[] => {
    const [now, then] = [own(after, name), own(before, name)];
    if (now === undefined) return then === undefined ? [] : [{ sign: '-', text: whole(name, then) }];
    if (then === undefined) return [{ sign: '+', text: whole(name, now) }];
    return changed(name, now, then).map((text) => ({ sign: '~', text }));
  });
}

function changedMembers<Node extends object>(after: Node, before: Node, words: Words<Node>): string[] {
  const members = Object.keys(words) as (keyof Node)[]; // the table has exactly the members of the node
  return members.flatMap((member) => (isSame(after[member], before[member]) ? [] : [words[member](after[member], before[member])]));
}

function changedNames(after: object, before: object): string[] {
  return changedEntries({ ...before }, { ...after }).map(({ name }) => name);
}

function authorizationText(authorization: MethodSpec['authorization']): string {
  const { authorizer, scopes } = describeAuthorization(authorization);
  return [authorization.type, authorizer, ...scopes].filter((one) => one !== undefined).join(' ');
}
