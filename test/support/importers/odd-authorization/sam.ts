import fc from 'fast-check';
import { ABSENT, demanding, methodsBut, mostly, open, written, type DeclaredRoute, type DeclaredSource, type Form } from './oracle';

const UNSET = { Ref: 'Unset' };
const NO_VALUE = { Ref: 'AWS::NoValue' };

/** Values of `DefaultAuthorizer`: one that Python takes for false sets no default; any other does. */
const DEFAULTS: readonly Form[] = [
  ...open(null), ...demanding('AWS_IAM', 'Gone', 'NONE', UNSET, NO_VALUE, ['Guard'], 5, true, { 'Fn::If': ['UnknownCondition', 'Guard', NO_VALUE] }),
];
const GUARD = { Guard: { FunctionArn: { 'Fn::GetAtt': ['Check', 'Arn'] } } };
const AUTHORIZERS: readonly unknown[] = [ABSENT, null, {}, { Guard: null }, { Guard: {} }, [], UNSET, 'Guard'];
const CHOICES: readonly Form[] = demanding('AWS_IAM', 'Gone', UNSET, NO_VALUE, ['Guard'], 5, true, 'none', { 'Fn::If': ['UnknownCondition', 'NONE', 'Guard'] });
const KEYS: readonly Form[] = [...open(null), ...demanding( 'true', 'false', 'yes', 1, UNSET, NO_VALUE, [true])];
const SCOPES: readonly unknown[] = [null, [], ['a'], 'a', {}, UNSET];
const POLICIES: readonly Form[] = [
  ...open(null, []),
  ...demanding(
    'x', 5, [{}], UNSET, NO_VALUE, { IpRangeWhitelist: ['192.0.2.0/24'] }, { IpRangeWhitelist: UNSET }, { IpRangeWhiteList: ['192.0.2.0/24'] }, { IpRangeBlacklist: '192.0.2.0/24' }, { CustomStatements: UNSET },
    { CustomStatements: [{ Effect: 'Deny', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }] }, { CustomStatements: [5] }, { AwsAccountWhitelist: ['123456789012'] }, { AwsAccountWhitelist: '123456789012' },
    { SourceVpcWhitelist: ['vpc-1'] }, { SourceVpcWhitelist: 'other' }, { IntrinsicVpcWhitelist: [UNSET] },
  ),
];

const PLACEMENTS = ['method unset', 'path unset', 'condition unknown', 'api unset', 'events list', 'events unknown', 'document item', 'properties null'] as const;
const USUAL_PLACEMENTS = ['placed', 'in document'] as const;

interface Route {
  readonly method: 'get' | 'post';
  /** `default`: the event names no authorizer. */
  readonly choice: Form | 'default' | 'none' | 'null';
  readonly scopes: unknown;
  readonly key: Form;
  readonly placement: (typeof PLACEMENTS | typeof USUAL_PLACEMENTS)[number];
}

interface Api {
  readonly fallback: Form;
  readonly authorizers: unknown;
  readonly key: Form;
}

const route: fc.Arbitrary<Route> = fc.record({
  method: fc.constantFrom('get', 'post'), scopes: mostly([ABSENT], SCOPES), key: mostly([...open(ABSENT), ...demanding(true)], KEYS), placement: mostly<Route['placement']>(USUAL_PLACEMENTS, PLACEMENTS, 2),
  choice: mostly<Route['choice']>(['default', 'default', 'none', 'null', ...demanding('Guard')], CHOICES),
});

/** Templates of SAM with a function for each of up to two routes, and open methods that could answer for those that are lost. */
export const oddSamTemplate: fc.Arbitrary<DeclaredSource> = fc.record({
  routes: fc.array(route, { minLength: 1, maxLength: 2 }), fallback: mostly([...open(ABSENT), ...demanding('Guard')], DEFAULTS),
  authorizers: mostly<unknown>([GUARD], AUTHORIZERS), key: mostly([...open(ABSENT), ...demanding(true)], KEYS),
  policy: mostly(open(ABSENT), POLICIES), isGlobal: fc.boolean(), hasAny: fc.boolean(), isOld: fc.boolean(),
}).map(({ routes, fallback, authorizers, key, policy, isGlobal, hasAny, isOld }) => {
  const declared = routes.map((one, index) => declare(one, index, { fallback, authorizers, key }));
  const auth = written({
    DefaultAuthorizer: fallback.value, Authorizers: authorizers, ApiKeyRequired: key.value, ResourcePolicy: policy.value,
  });
  const paths = Object.assign({}, ...declared.map(({ document }) => document)) as object;
  const isWritten = Object.keys(paths).length > 0;
  const document = { ...paths, '/{proxy+}': { 'x-amazon-apigateway-any-method': openAny(fallback) } };
  const body = isWritten ? { DefinitionBody: { swagger: '2.0', info: { title: 'Api', version: '1' }, paths: document } } : {};
  const openAuth = { ...(fallback.isDemanding ? { Authorizer: 'NONE' } : {}), ...(key.isDemanding ? { ApiKeyRequired: false } : {}) };
  const any = (path: string): object => event({ Path: path, Method: 'any', ...(Object.keys(openAuth).length === 0 ? {} : { Auth: openAuth }) });
  const events = { All: any('/{proxy+}'), ...(hasAny ? { R0: any('/r0'), R1: any('/r1') } : {}) };
  return {
    source: {
      Transform: 'AWS::Serverless-2016-10-31', Parameters: { Unset: { Type: 'String' } }, Conditions: { UnknownCondition: { 'Fn::Equals': [UNSET, 'a'] } },
      ...(isGlobal ? { Globals: { Api: { Auth: auth } } } : {}),
      Resources: {
        Api: { Type: 'AWS::Serverless::Api', Properties: { StageName: 'prod', Name: 'Api', ...(isOld ? {} : { OpenApiVersion: '3.0.1' }), ...(isGlobal ? {} : { Auth: auth }), ...body } },
        Check: fn('check', {}),
        CatchAll: fn('catchall', isWritten ? {} : events),
        ...Object.assign({}, ...declared.map(({ resources }) => resources)) as object,
      },
    },
    // events add nothing to a document that is written out, here and on AWS
    routes: declared.filter((one) => !isWritten || Object.keys(one.document).length > 0).flatMap(({ routes: own }) => own),
    hasPolicy: policy.isDemanding,
    isWhole: routes.every(({ placement }) => placement === 'placed'),
  };
});

function event(properties: object): object {
  return { Type: 'Api', Properties: { RestApiId: { Ref: 'Api' }, ...properties } };
}

function fn(name: string, events: unknown, more: object = {}): object {
  return { Type: 'AWS::Serverless::Function', ...more, Properties: { FunctionName: name, Runtime: 'nodejs20.x', Handler: 'index.handler', InlineCode: 'exports.handler = async () => ({});', Events: events } };
}

const integration = (name: string): object => ({ 'type': 'aws_proxy', 'httpMethod': 'POST', 'uri': { 'Fn::Sub': `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/\${${name}.Arn}/invocations` } });

function openAny({ isDemanding }: Form): object {
  return { 'x-amazon-apigateway-integration': integration('CatchAll'), ...(isDemanding ? { security: [{ NONE: [] }] } : {}) };
}

interface Declared {
  readonly resources: object;
  readonly document: object;
  readonly routes: readonly DeclaredRoute[];
}

function declare({ method, choice, scopes, key, placement }: Route, index: number, api: Api): Declared {
  const name = `Own${index}`;
  const owner = `own${index}`;
  const here = `/r${index}`;
  const verb = method.toUpperCase();
  const authorizer = choice === 'default' ? ABSENT : choice === 'none' ? 'NONE' : choice === 'null' ? null : choice.value;
  const auth = written({ Authorizer: authorizer, AuthorizationScopes: scopes, ApiKeyRequired: key.value });
  const isScoped = Array.isArray(scopes) ? scopes.length > 0 : scopes !== ABSENT && scopes !== null && JSON.stringify(scopes) !== '{}';
  const isDefault = choice === 'default' || choice === 'null';
  const authorization = choice !== 'none' && (api.fallback.isDemanding || !isDefault || isScoped);
  const isKeyed = key.value === false ? false : key.isDemanding || api.key.isDemanding;
  const demands = { authorization, key: isKeyed };
  const own = Object.keys(auth).length === 0 ? {} : { Auth: auth };
  const http = (more: object): object => event(written({ Path: here, Method: method, ...own, ...more }));
  const at = (methods: readonly string[], ...paths: readonly string[]): DeclaredRoute[] =>
    paths.map((path) => ({ methods, path, owner, demands }));
  const appOf = (resource: object, routes: readonly DeclaredRoute[], document: object = {}): Declared =>
    ({ resources: { [name]: resource }, document, routes });
  const inDocument = { authorization: api.fallback.isDemanding, key: api.key.isDemanding };
  switch (placement) {
    case 'placed': return appOf(fn(owner, { Get: http({}) }), at([verb], here));
    case 'method unset': return appOf(fn(owner, { Get: http({ Method: UNSET }) }), at(methodsBut(), here));
    case 'path unset': return appOf(fn(owner, { Get: http({ Path: UNSET }) }), at([verb], '/secret', here));
    case 'condition unknown': return appOf(fn(owner, { Get: http({}) }, { Condition: 'UnknownCondition' }), at([verb], here));
    case 'api unset': return appOf(fn(owner, { Get: http({ RestApiId: UNSET }) }), at([verb], here));
    case 'events list': return appOf(fn(owner, [http({})]), at([verb], here));
    case 'events unknown': return appOf(fn(owner, { 'Fn::If': ['UnknownCondition', { Get: http({}) }, {}] }), at([verb], here));
    case 'properties null': return appOf(fn(owner, { Get: { Type: 'Api', Properties: null } }), at([verb], here));
    case 'in document': return appOf(fn(owner, {}), at([verb], here).map((one) => ({ ...one, demands: inDocument })), { [here]: { [method]: { 'x-amazon-apigateway-integration': integration(name) } } });
    default: return appOf(fn(owner, {}), at(methodsBut(), here), { [here]: { 'Fn::If': ['UnknownCondition', { [method]: { 'x-amazon-apigateway-integration': integration(name) } }, NO_VALUE] } });
  }
}
