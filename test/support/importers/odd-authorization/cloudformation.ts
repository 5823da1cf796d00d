import fc from 'fast-check';
import { ABSENT, demanding, methodsBut, mostly, open, written, type DeclaredRoute, type DeclaredSource, type Form } from './oracle';

const NO_VALUE = { Ref: 'AWS::NoValue' };
const UNSET = { Ref: 'Unset' };
const UNKNOWN_CHOICE = { 'Fn::If': ['UnknownCondition', 'NONE', 'AWS_IAM'] };
const NOT_HERE = { 'Name': 'AWS::Include', 'Parameters': { Location: 'not-here.yaml' } };
const ROOT = { 'Fn::GetAtt': ['Api', 'RootResourceId'] };

/** The three members that decide together who may call a method. */
const TYPES: readonly unknown[] = [
  ABSENT, NO_VALUE, null, 'NONE', 'NONE', 'none', 'AWS_IAM', 'CUSTOM', 'COGNITO_USER_POOLS', '', 'OTHER', 5, true, ['CUSTOM'], ['NONE'], {}, UNSET, UNKNOWN_CHOICE,
];
const IDS: readonly unknown[] = [ABSENT, ABSENT, NO_VALUE, null, '', { Ref: 'Guard' }, { Ref: 'Pool' }, { Ref: 'Gone' }, ['a'], {}, 7, UNSET];
const SCOPES: readonly unknown[] = [ABSENT, ABSENT, NO_VALUE, null, [], ['pets/read'], 'pets/read', [null], [UNSET], {}, 5, UNSET];
const KEYS: readonly Form[] = [
  ...open(NO_VALUE, 'false'), ...demanding(true, 'true', 'TRUE', 'yes', 1, [true], {}, null, '', UNSET, UNKNOWN_CHOICE),
];
const POLICIES: readonly Form[] = [
  ...open(NO_VALUE, {}),
  ...demanding(null, '', 'x', [], 5, UNSET, UNKNOWN_CHOICE, { Version: '2012-10-17' }, { Statement: [] }, { Statement: { Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' } },
    { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: UNSET }] }, '{"Statement":[]}'),
];

/** Ways in which a route of a template is there, or is not. */
const PLACEMENTS = [
  'placed', 'placed', 'placed', 'placed', 'method unset', 'method absent', 'method list', 'method unknown', 'part unset', 'part absent', 'part invalid', 'resource gone', 'resource absent', 'resource null',
  'resource unset', 'parent gone', 'api absent', 'api null', 'api unknown', 'condition unknown', 'properties included', 'nested stack', 'section included', 'loop malformed', 'loop unset', 'sibling', 'declared twice',
] as const;
type Placement = (typeof PLACEMENTS)[number];

interface Route {
  readonly method: 'GET' | 'POST';
  readonly type: unknown;
  readonly id: unknown;
  readonly scopes: unknown;
  readonly key: Form;
  readonly placement: Placement;
}

const route: fc.Arbitrary<Route> = fc.record({
  method: fc.constantFrom('GET', 'POST'), type: fc.constantFrom(...TYPES), id: fc.constantFrom(...IDS), scopes: fc.constantFrom(...SCOPES),
  key: mostly(open(ABSENT, false), KEYS, 2), placement: fc.constantFrom(...PLACEMENTS),
});

/** Templates with a function behind each of up to three routes, and open methods that could answer for those that are lost. */
export const oddTemplate: fc.Arbitrary<DeclaredSource> = fc.record({
  routes: fc.array(route, { minLength: 1, maxLength: 2 }), policy: mostly(open(ABSENT), POLICIES, 8), hasAny: fc.boolean(),
}).map(({ routes, policy, hasAny }) => {
  const declared = routes.map(declare);
  const resources = Object.assign({}, shared(policy.value), catchAlls(hasAny), ...declared.map(({ resources: own }) => own)) as object;
  return {
    source: { Parameters: { Unset: { Type: 'String' } }, Conditions: { UnknownCondition: { 'Fn::Equals': [UNSET, 'a'] } }, Resources: resources },
    routes: declared.flatMap(({ routes: own }) => own),
    hasPolicy: policy.isDemanding,
    isWhole: routes.every(({ placement }) => placement === 'placed'),
  };
});

function fn(name: string): object {
  return { Type: 'AWS::Lambda::Function', Properties: { FunctionName: name, Runtime: 'nodejs20.x', Handler: 'index.handler', Code: { ZipFile: 'exports.handler = async () => ({});' } } };
}

function calling(name: string): object {
  return { Type: 'AWS_PROXY', IntegrationHttpMethod: 'POST', Uri: { 'Fn::Sub': `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/\${${name}.Arn}/invocations` } };
}

const ofApi = (type: string, properties: object): object => ({ Type: `AWS::ApiGateway::${type}`, Properties: { RestApiId: { Ref: 'Api' }, ...properties } });

function shared(policy: unknown): object {
  return {
    Api: { Type: 'AWS::ApiGateway::RestApi', Properties: written({ Name: 'Api', Policy: policy }) },
    Stage: ofApi('Stage', { StageName: 'prod' }),
    Check: fn('check'),
    Guard: ofApi('Authorizer', { Name: 'Guard', Type: 'TOKEN', IdentitySource: 'method.request.header.Authorization', AuthorizerUri: Object(calling('Check')).Uri }),
    Pool: ofApi('Authorizer', { Name: 'Pool', Type: 'COGNITO_USER_POOLS', ProviderARNs: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_a'] }),
  };
}

function catchAlls(hasAny: boolean): object {
  const any = (resource: unknown): object => ofApi('Method', { ResourceId: resource, HttpMethod: 'ANY', AuthorizationType: 'NONE', Integration: calling('CatchAll') });
  return {
    CatchAll: fn('catchall'),
    Proxy: ofApi('Resource', { ParentId: ROOT, PathPart: '{proxy+}' }), ProxyAny: any({ Ref: 'Proxy' }),
    R0: ofApi('Resource', { ParentId: ROOT, PathPart: 'r0' }), R1: ofApi('Resource', { ParentId: ROOT, PathPart: 'r1' }),
    ...(hasAny ? { R0Any: any({ Ref: 'R0' }), R1Any: any({ Ref: 'R1' }) } : {}),
  };
}

interface Declared {
  readonly resources: object;
  readonly routes: readonly DeclaredRoute[];
}

/** The route with an index is below `/r0` or `/r1`, where the method of that path is open in some templates. */
function declare({ method, type, id, scopes, key, placement }: Route, index: number): Declared {
  const name = `Own${index}`;
  const own = `own${index}`;
  const isAt = `R${index}`;
  const properties = (more: object) => written({
    RestApiId: { Ref: 'Api' }, ResourceId: { Ref: isAt }, HttpMethod: method, Integration: calling(name),
    AuthorizationType: type, AuthorizerId: id, AuthorizationScopes: scopes, ApiKeyRequired: key.value, ...more,
  });
  const demands = { authorization: isAuthorized(type, id, scopes), key: key.isDemanding };
  const make = (more: object, others: object = {}): object => ({ [name]: fn(own), [`M${index}`]: { Type: 'AWS::ApiGateway::Method', Properties: properties(more) }, ...others });
  const at = (methods: readonly string[], ...paths: readonly string[]): DeclaredRoute[] =>
    paths.map((path) => ({ methods, path, owner: own, demands, mayBeRefused: scopes !== ABSENT && scopes !== NO_VALUE }));
  const below = (part: unknown, more: object = {}): object =>
    make({ ResourceId: { Ref: `P${index}` } }, { [`P${index}`]: ofApi('Resource', written({ ParentId: { Ref: isAt }, PathPart: part, ...more })) });
  const here = `/r${index}`;
  const anywhere = [here, `${here}/x`, '/secret', '/secret/x/y'];
  switch (placement) {
    case 'placed': return { resources: make({}), routes: at([method], here) };
    case 'method unset': return { resources: make({ HttpMethod: UNSET }), routes: at(methodsBut(), here) };
    case 'method absent': return { resources: make({ HttpMethod: ABSENT }), routes: at(methodsBut(), here) };
    case 'method list': return { resources: make({ HttpMethod: [method] }), routes: at(methodsBut(), here) };
    case 'method unknown': return { resources: make({ HttpMethod: 'FETCH' }), routes: at(methodsBut(), here) };
    case 'part unset': return { resources: below(UNSET), routes: at([method], `${here}/secret`) };
    case 'part absent': return { resources: below(ABSENT), routes: at([method], `${here}/secret`) };
    case 'part invalid': return { resources: below('{a}.json'), routes: at([method], `${here}/x.json`) };
    case 'resource gone': return { resources: make({ ResourceId: { Ref: 'Gone' } }), routes: at([method], ...anywhere) };
    case 'resource absent': return { resources: make({ ResourceId: ABSENT }), routes: at([method], ...anywhere) };
    case 'resource null': return { resources: make({ ResourceId: null }), routes: at([method], ...anywhere) };
    case 'resource unset': return { resources: make({ ResourceId: UNSET }), routes: at([method], ...anywhere) };
    case 'parent gone': return { resources: below('secret', { ParentId: { Ref: 'Gone' } }), routes: at([method], '/secret', `${here}/secret`) };
    case 'api absent': return { resources: make({ RestApiId: ABSENT }), routes: at([method], here) };
    case 'api null': return { resources: make({ RestApiId: null }), routes: at([method], here) };
    case 'api unknown': return { resources: make({ RestApiId: { 'Fn::If': ['UnknownCondition', { Ref: 'Api' }, { Ref: 'Api' }] } }), routes: at([method], here) };
    case 'condition unknown': return {
      resources: { [name]: fn(own), [`M${index}`]: { Type: 'AWS::ApiGateway::Method', Condition: 'UnknownCondition', Properties: properties({}) } }, routes: at([method], here),
    };
    case 'properties included': return {
      resources: make({ 'Fn::Transform': NOT_HERE }),
      routes: at([method], here).map((one) => ({ ...one, demands: { authorization: type !== 'NONE' && type !== 'none', key: key.isDemanding } })),
    };
    case 'nested stack': return {
      resources: { [`Nested${index}`]: { Type: 'AWS::CloudFormation::Stack', Properties: { TemplateURL: 'not-here.json', Parameters: { ApiId: { Ref: 'Api' } } } } }, routes: at([method], ...anywhere),
    };
    case 'section included': return { resources: { 'Fn::Transform': NOT_HERE }, routes: at([method], ...anywhere) };
    case 'loop malformed': return { resources: { [`Fn::ForEach::L${index}`]: ['Name', ['a']] }, routes: at([method], ...anywhere) };
    case 'loop unset': return {
      resources: { [name]: fn(own), [`Fn::ForEach::L${index}`]: ['Verb', UNSET, { [`M${index}\${Verb}`]: { Type: 'AWS::ApiGateway::Method', Properties: properties({ HttpMethod: { Ref: 'Verb' } }) } }] },
      routes: at(methodsBut(), here),
    };
    case 'sibling': return {
      resources: { ...below('{other}'), [`S${index}`]: ofApi('Resource', { ParentId: { Ref: isAt }, PathPart: '{id}' }), [`SM${index}`]: ofApi('Method', { ResourceId: { Ref: `S${index}` }, HttpMethod: 'PUT', AuthorizationType: 'NONE', Integration: calling('CatchAll') }) },
      routes: at([method], `${here}/secret`),
    };
    default: return {
      resources: make({}, { [`Twin${index}`]: fn(`twin${index}`), [`T${index}`]: ofApi('Method', { ResourceId: { Ref: isAt }, HttpMethod: method, AuthorizationType: 'AWS_IAM', Integration: calling(`Twin${index}`) }) }),
      routes: at([method], here).flatMap((one) => [one, { ...one, owner: `twin${index}`, demands: { authorization: true, key: false } }]),
    };
  }
}

/** `NONE` is open whatever is beside it; without a type nothing may ask for an authorizer. CloudFormation refuses null. */
function isAuthorized(type: unknown, id: unknown, scopes: unknown): boolean {
  if (typeof type === 'string' && type.toUpperCase() === 'NONE') return [id, scopes].includes(null);
  const isSilent = (value: unknown): boolean => value === ABSENT || value === NO_VALUE;
  return !(isSilent(type) && isSilent(id) && (isSilent(scopes) || (Array.isArray(scopes) && scopes.length === 0)));
}
