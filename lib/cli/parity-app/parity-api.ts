import { createHash } from 'node:crypto';
import type { ParityCase, ParitySetup, ParityFunction } from './case-file';

/** One API that holds the setups of many cases, each below a path part of its own. */
export interface ParityApi {
  readonly setup: Pick<ParitySetup, 'resources' | 'authorizers' | 'models' | 'requestValidators'>;
  readonly functions: Readonly<Record<string, ParityModule>>;
  readonly cases: readonly PlayedCase[];
  readonly leftOut: readonly { readonly id: string; readonly reason: string }[];
}

export interface ParityModule {
  readonly code: string;
  readonly runtime?: string;
}

/** A case, and the path part below which its setup is. */
export type PlayedCase = ParityCase & { readonly prefix: string };

/** Members of a setup that can be put below a path part; all others belong to the API, the stage or the world around them. */
const PLACEABLE = new Set(['resources', 'functions', 'authorizers', 'models', 'requestValidators', 'stage', 'endpointType']);

/** A module that would see the path part of the setup; other functions get the event without it, and in responses it is cut out again. */
const READS_PATH = /event\.(path|resource|requestContext)\b/;

/** Puts the setups of all cases that need nothing else into one API. Pure: the same cases give the same API. */
export function parityApi(cases: readonly ParityCase[]): ParityApi {
  const chosen = cases.map((entry) => ({ entry, reason: reasonAgainst(entry) }));
  const played = chosen.filter(({ reason }) => reason === undefined).map(({ entry }) => ({ ...entry, prefix: prefixOf(entry.setup) }));
  const bySetup = [...new Map(played.map((entry) => [entry.prefix, entry])).values()].map(({ prefix, setup }) => placed(setup, prefix));
  return {
    setup: {
      resources: merged(bySetup.map(({ resources }) => resources)),
      authorizers: merged(bySetup.map(({ authorizers }) => authorizers)),
      models: merged(bySetup.map(({ models }) => models)),
      requestValidators: merged(bySetup.map(({ requestValidators }) => requestValidators)),
    },
    functions: merged(bySetup.map(({ modules }) => modules)),
    cases: played,
    leftOut: chosen.flatMap(({ entry: { id }, reason }) => (reason === undefined ? [] : [{ id, reason }])),
  };
}

/** Why a case cannot be played against the parity API; undefined if it can. */
function reasonAgainst({ kind, differs, setup, request, expect }: ParityCase): string | undefined {
  if (differs !== undefined) return 'AWS is known to answer it otherwise';
  if (kind !== 'invoke') return `it is of kind ${kind}`;
  const foreign = Object.keys(setup).find((member) => !PLACEABLE.has(member));
  if (foreign !== undefined) return `its setup has ${foreign}`;
  const ofStage = Object.keys(setup.stage ?? {}).find((member) => member !== 'name');
  if (ofStage !== undefined) return `its stage has ${ofStage}`;
  if (setup.endpointType !== undefined && setup.endpointType !== 'EDGE') return `its endpoint is ${setup.endpointType}`;
  if (request.signWith !== undefined || 'executionLog' in expect || 'accessLog' in expect) return 'it needs a caller or a log of the account';
  if (setup.stage !== undefined && request.path?.split('/')[1] !== setup.stage.name) return 'it asks for another stage';
  if (typeof request.query === 'object') return 'the length of its URL counts';
  const functions = Object.values(setup.functions);
  if (functions.some(({ reservedConcurrentExecutions }) => reservedConcurrentExecutions !== undefined)) return 'its function has reserved concurrency';
  if (functions.some(({ timeout }) => timeout !== undefined)) return 'its function has a time limit of its own';
  if (functions.some(({ handler, code = '' }) => handler === 'module' && READS_PATH.test(code))) return 'its function reads the path';
  if (JSON.stringify(setup.models).includes('$ref')) return 'its models refer to each other';
  const methods = Object.values(setup.resources).flatMap((ofResource) => Object.values(ofResource));
  return methods.map(reasonAgainstMethod(setup)).find((reason) => reason !== undefined);
}

function reasonAgainstMethod({ functions, authorizers }: ParitySetup) {
  return ({ authorization, authorizer, apiKeyRequired, integration }: ParitySetup['resources'][string][string]): string | undefined => {
    if (!['NONE', 'CUSTOM'].includes(authorization)) return `a method has authorization ${authorization}`;
    if (apiKeyRequired === true) return 'a method needs an API key';
    if (integration.uri !== undefined) return 'a method calls a backend';
    if (integration.timeoutInMillis !== undefined) return 'a method has a time limit of its own';
    if (UNDECLARABLE[integration.type]?.(integration) === true) return 'a proxy integration has settings that constructs do not have';
    const names = [integration.function, authorizers[authorizer ?? '']?.function].filter((name) => name !== undefined);
    const missing = names.find((name) => functions[name] === undefined || functionCode(functions[name]) === undefined);
    return missing === undefined ? undefined : `there is no code for function ${missing}`;
  };
}

/** Whether constructs cannot declare an integration, by its type. */
const UNDECLARABLE: Readonly<Record<string, (integration: Integration) => boolean>> = {
  AWS_PROXY: ({ httpMethod = 'POST', requestParameters = {} }) => httpMethod !== 'POST' || Object.keys(requestParameters).length > 0,
};

/** The same for equal setups, and unlikely enough in any other text that it can be cut out of a response again. */
function prefixOf(setup: ParitySetup): string {
  return `${PREFIX}${digestOf(JSON.stringify(setup))}`;
}

/** Setups share functions with the same code: a stack has 500 resources at the most. */
function functionNames(functions: ParitySetup['functions']): Readonly<Record<string, { readonly name: string; readonly module: ParityModule }>> {
  return mapped(functions, (fn) => {
    const module = { code: functionCode(fn) ?? '', ...(fn.runtime === undefined ? {} : { runtime: fn.runtime }) };
    return { name: `Function${digestOf(JSON.stringify(module))}`, module };
  });
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, PREFIX_DIGITS);
}

type Integration = ParitySetup['resources'][string][string]['integration'];

/** A setup below its path part, all its names with the same beginning. */
function placed({ resources, functions, authorizers, models, requestValidators }: ParitySetup, prefix: string) {
  const own = (name: string): string => `${prefix}${name}`;
  const named = functionNames(functions);
  const functionOf = (name: string): string => named[name]?.name ?? name;
  const optional = <Name extends string>(name: Name, value: string | undefined) => (value === undefined ? {} : { [name]: own(value) });
  const integrationOf = ({ function: name, ...rest }: Integration): Integration =>
    (name === undefined ? rest : { ...rest, function: functionOf(name) });
  const method = (declared: ParitySetup['resources'][string][string]) => ({
    ...declared,
    ...optional('authorizer', declared.authorizer),
    ...optional('requestValidator', declared.requestValidator),
    ...(declared.requestModels === undefined ? {} : { requestModels: mapped(declared.requestModels, own) }),
    integration: integrationOf(declared.integration),
  });
  return {
    resources: renamed(mapped(resources, (methods) => mapped(methods, method)), (path) => `/${prefix}${path === '/' ? '' : path}`),
    authorizers: renamed(mapped(authorizers, (authorizer) => ({ ...authorizer, function: functionOf(authorizer.function) })), own),
    models: renamed(models, own),
    requestValidators: renamed(requestValidators, own),
    modules: Object.fromEntries(Object.values(named).map(({ name, module }) => [name, module])),
  };
}

function merged<Value>(records: readonly Readonly<Record<string, Value>>[]): Record<string, Value> {
  return Object.assign({}, ...records) as Record<string, Value>; // all of one type
}

function mapped<From, To>(record: Readonly<Record<string, From>>, change: (value: From) => To): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}

function renamed<Value>(record: Readonly<Record<string, Value>>, change: (name: string) => string): Record<string, Value> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [change(name), value]));
}

/** Text that every path part of a setup has, and no other text. */
const PREFIX = 'parity';
/** Hexadecimal digits after it. */
const PREFIX_DIGITS = 10;

/** The handlers of the cases' vocabulary, as JavaScript functions of the event. */
const HANDLERS: Readonly<Record<string, (fn: ParityFunction) => string>> = {
  'proxy-echo': () => '(event) => ({ statusCode: 200, body: JSON.stringify(event), isBase64Encoded: false })',
  'echo': () => '(event) => event',
  'return-parsed-body': () => `(event) => {
  if (typeof event.body !== 'string') throw new TypeError('the body is not a string');
  return JSON.parse(event.body);
}`,
  'return': ({ value }) => `() => (${JSON.stringify(value)})`,
  'js': ({ code }) => code ?? '',
};

/** The event as if the setup were the whole API. The ARN of the method stays, because policies refer to it. */
const OWN_EVENT = `const own = (text) => text?.replace(/\\/${PREFIX}[0-9a-f]{${PREFIX_DIGITS}}(?=(\\/?))/, (_, slash) => (slash === '' ? '/' : ''));
const ownEvent = (event) => (typeof event?.resource !== 'string' ? event : {
  ...event, path: own(event.path), resource: own(event.resource),
  requestContext: { ...event.requestContext, path: own(event.requestContext?.path), resourcePath: own(event.requestContext?.resourcePath) },
});
`;

/** The module of a function, with the export `handler`; undefined for a handler that the vocabulary does not have. */
export function functionCode(fn: ParityFunction): string | undefined {
  if (fn.handler === 'module') return fn.code;
  const handler = HANDLERS[fn.handler];
  if (handler === undefined) return undefined;
  const isOwn = fn.handler === 'js';
  return `${isOwn ? OWN_EVENT : ''}const handle = ${handler(fn)};\nexports.handler = async (event) => handle(${isOwn ? 'ownEvent(event)' : 'event'});\n`;
}
