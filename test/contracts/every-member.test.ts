import { compareSpecs } from '../../lib/diff';
import { canonicalText, deployedSpec, fingerprint, type GatewaySpec } from '../../lib/spec';
import chapters from '../../docs/reference/parity-features.json';
import { everyMember } from '../support/every-member';
import { membersUnsaid, specMembers, undescribedMembers } from '../support/spec-members';

/*
 * A new member, node or kind of the spec takes a position everywhere. Two definitions say something at every member, or the first
 * test fails. What one of them says has to arrive: test/oracle takes it through programs, OpenAPI documents and templates and back;
 * test/contracts/members.test.ts asks a gateway with and without each member. Here are the others.
 */

const { sayable, local, http, webSocket } = everyMember();

/** Members that programs, documents and templates have other words for, or none. */
const LOCAL_ONLY: Readonly<Record<string, string>> = {
  'api.deploymentTriggers': 'of addToLogicalId',
  'protocol': 'of HTTP APIs',
  'api.cors.allowOrigins': 'likewise',
  'api.cors.allowMethods': 'likewise',
  'api.cors.allowHeaders': 'likewise',
  'api.cors.exposeHeaders': 'likewise',
  'api.cors.maxAgeSeconds': 'likewise',
  'api.cors.allowCredentials': 'likewise',
  'authorizers.*<request>.payloadFormatVersion': 'likewise',
  'authorizers.*<request>.enableSimpleResponses': 'likewise',
  'resources.*.methods.*.authorization<JWT>.type': 'likewise',
  'resources.*.methods.*.authorization<JWT>.authorizer': 'likewise',
  'resources.*.methods.*.authorization<JWT>.scopes': 'likewise',
  'resources.*.methods.*.integration<proxy>.payloadFormatVersion': 'likewise',
  'resources.*.methods.*.integration<proxy>.requestMappings': 'likewise',
  'resources.*.methods.*.integration<proxy>.responseMappings': 'likewise',
  'resources.*.methods.*.integration<http-proxy>.requestMappings': 'likewise',
  'resources.*.methods.*.integration<http-proxy>.responseMappings': 'likewise',
  'resources.*.methods.*.integration<http-proxy>.serverNameToVerify': 'likewise',
  'resources.*.methods.*.integration<http-proxy>.vpcLink': 'programs take the links of a stack',
  'resources.*.methods.*.integration<http>.vpcLink': 'likewise',
  'resources.*.methods.*.integration<service-proxy>.type': 'of HTTP APIs',
  'resources.*.methods.*.integration<service-proxy>.subtype': 'likewise',
  'resources.*.methods.*.integration<service-proxy>.parameters': 'likewise',
  'resources.*.methods.*.integration<service-proxy>.credentials': 'likewise',
  'resources.*.methods.*.integration<service-proxy>.timeoutMs': 'likewise',
  'resources.*.methods.*.integration<service-proxy>.responseMappings': 'likewise',
  'stages.*.domainMappings[].domainName': 'of HTTP and WebSocket APIs',
  'stages.*.domainMappings[].mappingKey': 'likewise',
  'api.routeSelectionExpression': 'of WebSocket APIs',
  'resources.*.methods.*.modelSelectionExpression': 'likewise',
  'resources.*.methods.*.hasRouteResponse': 'likewise',
  'resources.*.methods.*.integration<mapped>.templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<mapped>.responses[].templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<mock>.templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<mock>.responses[].templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<http>.templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<http>.responses[].templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<service>.templateSelectionExpression': 'likewise',
  'resources.*.methods.*.integration<service>.responses[].templateSelectionExpression': 'likewise',
  'functions.*.entry': 'code is given beside a definition',
  'functions.*.external': 'likewise',
  'functions.*.unavailable': 'of imported functions',
  'functions.*.logicalId': 'of imported functions',
  'functions.*.constructPath': 'likewise',
  'functions.*.logging.format': 'of CDK apps and templates, which are Lambda\'s',
  'functions.*.logging.level': 'likewise',
  'authorizers.*<cognito-user-pools>.userPools[].issuer': 'Cognito has ARNs',
  'authorizers.*<jwt>.type': 'REST APIs have no such authorizer',
  'authorizers.*<jwt>.issuer': 'likewise',
  'authorizers.*<jwt>.audience': 'likewise',
  'authorizers.*<jwt>.jwksUri': 'likewise',
  'authorizers.*<jwt>.identitySource': 'likewise',
  'resources.*.methods.*.integration<proxy>.httpMethod': 'any but POST fails on AWS',
  'resources.*.methods.*.integration<proxy>.requestParameters': 'without effect',
  'resources.*.methods.*.integration<unavailable>.type': 'of imported methods',
  'resources.*.methods.*.integration<unavailable>.awsType': 'likewise',
  'resources.*.methods.*.integration<unavailable>.target': 'likewise',
  'resources.*.methods.*.integration<unavailable>.reason': 'likewise',
  'resources.*.methods.*.integration<unavailable>.declared.authorizationType': 'likewise',
  'resources.*.methods.*.integration<unavailable>.declared.authorizer': 'likewise',
  'resources.*.methods.*.integration<unavailable>.declared.function': 'likewise',
  'resources.*.methods.*.integration<unavailable>.cacheKeyParameters': 'likewise',
  'resources.*.methods.*.integration<unavailable>.cacheNamespace': 'likewise',
  'stages.*.deployment': 'of the state directory',
  'stages.*.canary.deployment': 'likewise',
};

test('definitions say something at every member', () => {
  expect(membersUnsaid([sayable, local, http, webSocket])).toEqual([]);
});

test('all but the members listed here are in the definition that goes through programs, documents and templates', () => {
  expect(membersUnsaid([sayable])).toEqual(specMembers().filter((at) => Object.hasOwn(LOCAL_ONLY, at)));
  expect(Object.keys(LOCAL_ONLY).filter((at) => !specMembers().includes(at))).toEqual([]);
});

test('every member says what it is', () => {
  expect(undescribedMembers()).toEqual([]);
});

/** A definition in which one text, number or boolean is another. */
interface Changed {
  /** `stages/prod/variables/color` */
  readonly at: string;
  readonly spec: GatewaySpec;
}

type Tree = Readonly<Record<string, unknown>>;

/** Every such definition; the kind of a node stays. */
function changes(given: GatewaySpec): Changed[] {
  const changed = (value: unknown, at: string, put: (value: unknown) => unknown): Changed[] => {
    if (typeof value === 'object' && value !== null) {
      const tree = value as Tree; // an object, or a list by index
      return Object.keys(tree).flatMap((key) => changed(tree[key], at === '' ? key : `${at}/${key}`, (next) =>
        put(Array.isArray(value) ? value.map((item: unknown, index) => (index === Number(key) ? next : item)) : { ...tree, [key]: next })));
    }
    if (/^format$|\/type$/.test(at)) return [];
    return [{ at, spec: put(another(value)) as GatewaySpec }]; // the same tree with one other leaf
  };
  return changed(given, '', (spec) => spec);
}

function another(value: unknown): unknown {
  if (typeof value === 'boolean') return !value;
  return typeof value === 'number' ? value + 1 : `${String(value)}x`;
}

test('another value of any member is a line of a comparison', () => {
  const silent = [sayable, local, http].flatMap((spec) => changes(spec).filter((changed) => compareSpecs(spec, changed.spec).length === 0));
  expect(silent.map(({ at }) => at)).toEqual([]);
});

/** Members that belong to the gateway, not to a deployment. */
const NOT_DEPLOYED: readonly RegExp[] = [
  /^stages\//, /^functions\/\w+\/unavailable$/, /^apiKeys\//, /^usagePlans\//, /^api\/description$/, /^functions\/\w+\/(description|logicalId|constructPath)$/,
  /\/methods\/[A-Z]+\/documentation\//, /\/methodResponses\/\d+\/description$/,
];

test('another value of any member is another deployment, but for what is not deployed', () => {
  const same = [sayable, local, http].flatMap((spec) => {
    const before = fingerprintOf(spec);
    return changes(spec).filter((changed) => fingerprintOf(changed.spec) === before).map(({ at }) => at);
  });
  expect(same.filter((at) => !NOT_DEPLOYED.some((one) => one.test(at)))).toEqual([]);
  const all = [sayable, local, http].flatMap((spec) => changes(spec).map(({ at }) => at));
  expect(all.filter((at) => NOT_DEPLOYED.some((one) => one.test(at)))).toEqual(same);
  expect(NOT_DEPLOYED.filter((one) => !same.some((at) => one.test(at)))).toEqual([]);
});

function fingerprintOf(spec: GatewaySpec): string {
  return fingerprint(deployedSpec(spec));
}

test('the canonical text has every member', () => {
  const missing = [sayable, local, http].flatMap((spec) => {
    const before = canonicalText(spec);
    return changes(spec).filter((changed) => canonicalText(changed.spec) === before).map(({ at }) => at);
  });
  expect(missing).toEqual([]);
});

/** Not of REST APIs, so in no row of the parity table: of the format, of the base specification, and of Lambda. */
const NO_PARITY: readonly string[] = [
  'format', 'api.id', 'api.vendor.headerPrefix', 'api.vendor.shortPrefix', 'api.vendor.cdnName', 'api.vendor.identityProviderName',
  ...['entry', 'code', 'handler', 'description', 'logicalId', 'constructPath', 'architecture', 'logging.format', 'logging.level', 'memoryMiB', 'timeoutMs', 'environment', 'concurrency', 'maxInstances'].map((name) => `functions.*.${name}`),
];

test('every member is in the parity table', () => {
  const places = chapters.flatMap(({ rows }) => rows.flatMap((row): readonly string[] => ('spec' in row ? row.spec ?? [] : [])));
  const isCovered = (member: string): boolean => {
    const at = member.replace(/<[^>]*>/g, '');
    return places.some((place) => at === place || (!place.endsWith('*') && /^[.[]/.test(at.slice(place.length)) && at.startsWith(place)));
  };
  expect([...new Set(specMembers().filter((member) => !isCovered(member)))]).toEqual(NO_PARITY);
});
