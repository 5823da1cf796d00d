import { createHash } from 'node:crypto';
import { GatewayError } from '../../errors';
import { canonicalText, describeDestination, describeProtocol, functionLabel, nodeRuntime, runsHere, type FunctionSpec } from '../../spec';
import { credentialOf, type FunctionCredential } from '../authorizers';
import { hostsIn, withLocalHosts, type ConnectionHosts } from '../plan/connection-hosts';
import { localText, missingIn } from '../plan/resolve-tokens';
import type { LoadedCode, LoadedStage } from '../plan/loaded';
import type { FailureDestination, FunctionVersion } from '../ports';

export interface FunctionSettings {
  /** Local values of unresolved tokens. */
  readonly values: Readonly<Record<string, string>>;
  /** Variables that replace or add to those of the definition, by name of a function, or `*` for all. */
  readonly functionEnvironment: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Where WebSocket APIs are here: their hosts on AWS are replaced in the variables of functions. */
  readonly connectionHosts?: ConnectionHosts;
  /** Variables of functions that manage connections: certificates to trust. */
  readonly connectionVariables?: () => Variables;
  /** The credential that those of functions that manage connections are derived of; on AWS they have roles. */
  readonly connectionCredential?: FunctionCredential;
}

/** The functions of a deployment as the engine runs them. Equal settings and code give equal keys, whatever the stage. */
export function functionVersions({ deployed, code }: LoadedStage, settings: FunctionSettings): ReadonlyMap<string, FunctionVersion> {
  const { values, functionEnvironment, connectionHosts = new Map() } = settings;
  const { keepsConnections } = describeProtocol(deployed);
  const addedTo = (name: string, spec: FunctionSpec): Variables => {
    const manages = keepsConnections || addressedBy(spec, connectionHosts).length > 0;
    return manages ? connectionVariables(functionLabel(deployed.functions, name), settings) : {};
  };
  const trusted = Object.values(settings.connectionVariables?.() ?? {});
  const versions = new Map<string, FunctionVersion>();
  // a function comes after the one that receives its failed events; destinations form no cycle (DESTINATION_CIRCULAR)
  const versionOf = (name: string): FunctionVersion | undefined => {
    const known = versions.get(name);
    const [spec, loaded] = [ownMember(deployed.functions, name), ownMember(code, name)];
    if (known !== undefined || spec === undefined || loaded === undefined) return known;
    if (missingInFunction(name, spec, settings).length > 0) return undefined;
    const added = addedTo(name, spec);
    const version = functionVersion({ name, spec, code: loaded, values, functionEnvironment, connectionHosts, versionOf, added, trusted });
    versions.set(name, version);
    return version;
  };
  Object.keys(deployed.functions).forEach(versionOf);
  return versions;
}

/** The ids of the WebSocket APIs whose addresses a function has in its variables: it manages their connections. */
export function addressedBy({ environment }: FunctionSpec, hosts: ConnectionHosts): string[] {
  return Object.values(environment).flatMap((text) => hostsIn(text, hosts));
}

/** The variables with which a function manages connections. */
function connectionVariables(label: string, { connectionVariables: trust, connectionCredential }: FunctionSettings): Variables {
  const credential = connectionCredential && credentialOf(connectionCredential, label);
  return {
    ...trust?.(),
    ...(credential && { AWS_ACCESS_KEY_ID: credential.accessKeyId, AWS_SECRET_ACCESS_KEY: credential.secretAccessKey }),
  };
}

/** FUNCTION_UNAVAILABLE or FUNCTION_VALUE_MISSING, if a function has no version although it is declared. */
export function functionAbsence(
  name: string, functions: Readonly<Record<string, FunctionSpec>>, settings: FunctionSettings,
): GatewayError | undefined {
  const spec = ownMember(functions, name);
  if (spec === undefined) return undefined;
  const label = functionLabel(functions, name);
  if (spec.unavailable !== undefined) return new GatewayError('FUNCTION_UNAVAILABLE', { name: label, reason: spec.unavailable });
  const [missing] = missingInFunction(name, spec, settings);
  if (missing !== undefined) return new GatewayError('FUNCTION_VALUE_MISSING', { name: label, where: missing.where, token: missing.token });
  // a function of an app may have its code here all the same; then only a missing value keeps it from running
  return spec.external === undefined ? undefined : new GatewayError('FUNCTION_UNAVAILABLE', { name: label, reason: `it is ${spec.external}, whose code is not here` });
}

/** Returns the tokens in a function's settings that have no local value; variables that are set from outside need none. */
export function missingInFunction(
  name: string, { environment, onFailure }: FunctionSpec, { values, functionEnvironment }: FunctionSettings,
): { readonly where: string; readonly token: string }[] {
  const overrides = { ...ownMember(functionEnvironment, '*'), ...ownMember(functionEnvironment, name) };
  const variables = Object.entries(environment).filter(([key]) => !Object.hasOwn(overrides, key)).map(([key, text]) => [`environment ${key}`, text] as const);
  const url = onFailure && describeDestination(onFailure).url;
  const texts = url === undefined ? variables : [...variables, ['onFailure', url] as const];
  return texts.flatMap(([where, text]) => missingIn(text, values).map((token) => ({ where, token })));
}

interface FunctionParts extends FunctionSettings {
  readonly connectionHosts: ConnectionHosts;
  readonly name: string;
  readonly spec: FunctionSpec;
  readonly code: LoadedCode;
  readonly versionOf: (name: string) => FunctionVersion | undefined;
  /** Variables for requests to its API. */
  readonly added: Variables;
  /** Files with certificates that the gateway has written. */
  readonly trusted: readonly string[];
}

function functionVersion(parts: FunctionParts): FunctionVersion {
  const { name, spec, code, values, functionEnvironment, connectionHosts, versionOf, added, trusted } = parts;
  const local = (key: string, text: string) => localText(text, values, `function ${name}, ${key}`);
  const overrides = { ...ownMember(functionEnvironment, '*'), ...ownMember(functionEnvironment, name) };
  const declared = Object.entries(spec.environment).filter(([key]) => !Object.hasOwn(overrides, key));
  const environment = declared.map(([key, text]) => [key, withLocalHosts(local(`environment ${key}`, text), connectionHosts)] as const);
  // what stands in for a function that is unavailable is JavaScript
  const runtime = spec.unavailable === undefined && runsHere(spec.runtime) ? spec.runtime : nodeRuntime(spec.runtime);
  const settings = {
    name,
    handler: code.handler,
    ...(runtime === undefined ? {} : { runtime }),
    ...(spec.logging === undefined ? {} : { logging: spec.logging }),
    memoryMiB: spec.memoryMiB,
    timeoutMs: spec.timeoutMs,
    environment: withConnections({ ...Object.fromEntries(environment), ...overrides }, added),
    concurrency: spec.concurrency,
    maxInstances: spec.maxInstances,
    retryAttempts: spec.deadLetter.retryAttempts,
  };
  const onFailure = destination(spec.onFailure, { versionOf, urlOf: (text) => local('onFailure', text) });
  const identity = { ...settings, digest: code.digest, ...(onFailure === undefined ? {} : { onFailure: onFailure.identity }) };
  const key = createHash('sha256').update(canonicalText(identity)).digest('hex');
  const label = spec.constructPath === undefined ? {} : { label: spec.constructPath };
  const destined = onFailure === undefined ? {} : { onFailure: onFailure.destination };
  const files = Object.values(settings.environment).filter((value) => trusted.includes(value));
  const trustFiles = files.length === 0 ? {} : { trustFiles: files };
  const sources = code.sourceDirectory === undefined ? {} : { sourceDirectory: code.sourceDirectory };
  return { ...settings, ...label, ...destined, key, codeDirectory: code.directory, ...sources, ...trustFiles };
}

type Variables = Readonly<Record<string, string>>;

/** A function that has credentials, or authorities to trust, keeps them. */
function withConnections(environment: Variables, added: Variables): Variables {
  const hasCredentials = OWN_CREDENTIALS.some((name) => Object.hasOwn(environment, name));
  const missing = Object.entries(added).filter(([name]) => !hasCredentials || !CREDENTIAL.has(name));
  return { ...Object.fromEntries(missing), ...environment };
}

const CREDENTIAL = new Set(['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']);
const OWN_CREDENTIALS = ['AWS_ACCESS_KEY_ID', 'AWS_PROFILE', 'AWS_CONTAINER_CREDENTIALS_FULL_URI', 'AWS_WEB_IDENTITY_TOKEN_FILE'];

interface DestinationParts {
  readonly versionOf: (name: string) => FunctionVersion | undefined;
  readonly urlOf: (text: string) => string;
}

/** Where failed events go, and what tells two destinations apart. */
interface Destination {
  readonly destination: FailureDestination;
  readonly identity: string;
}

function destination(spec: FunctionSpec['onFailure'], { versionOf, urlOf }: DestinationParts): Destination | undefined {
  if (spec === undefined) return undefined;
  const { function: name, url: declaredUrl } = describeDestination(spec);
  if (declaredUrl !== undefined) {
    const url = urlOf(declaredUrl);
    return { destination: { type: 'http', url }, identity: url };
  }
  const version = name === undefined ? undefined : versionOf(name);
  return version && { destination: { type: 'function', version }, identity: version.key };
}

function ownMember<Member>(members: Readonly<Record<string, Member>>, name: string): Member | undefined {
  return Object.hasOwn(members, name) ? members[name] : undefined;
}
