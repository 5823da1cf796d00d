import fc from 'fast-check';
import { ABSENT, demanding, methodsBut, mostly, open, written, type DeclaredRoute, type DeclaredSource, type Form } from './oracle';

const EXTENSION = 'x-amazon-apigateway';

/** A `security` with what it demands of callers. */
interface Security {
  readonly value: unknown;
  readonly authorization: boolean;
  readonly key: boolean;
}

const silent = (value: unknown): Security => ({ value, authorization: false, key: false });
const guarded = (...values: readonly unknown[]): Security[] => values.map((value) => ({ value, authorization: true, key: false }));

const SECURITIES: readonly Security[] = [
  silent(ABSENT), silent(ABSENT), silent([]), silent([{}]), silent([{ NONE: [] }]),
  ...guarded(
    null, '', 'guard', {}, { guard: [] }, 5, true, false, 0, [5], [null], [[]], [['guard']], ['guard'], [{ guard: [] }], [{ guard: null }], [{ guard: 'x' }], [{ guard: {} }], [{ guard: [5] }],
    [{ guard: [] }, {}], [{}, { guard: [] }], [{ gone: [] }], [{ bearer: [] }], [{ oauth: ['a'] }], [{ broken: [] }], [{ lost: [] }], [{ iam: [] }], [{ pool: ['a'] }], [{ unset: [] }],
    [{ gone: [] }, {}], [{ NONE: [] }, { guard: [] }], { $ref: '#/components/gone' }, { $ref: '#/x-security' }, [{ $ref: '#/components/gone' }], { Ref: 'Unset' }, [{ __proto__x: [] }],
  ),
  { value: [{ api_key: [] }], authorization: false, key: true },
  { value: [{ api_key: [] }, {}], authorization: false, key: true },
  { value: [{ api_key: [], guard: [] }], authorization: true, key: true },
  { value: [{ api_key: [] }, { guard: [] }], authorization: true, key: true },
];

const AUTHS: readonly Form[] = [
  ...open({ type: 'NONE' }, { type: 'none' }),
  ...demanding({ type: 'AWS_IAM' }, { type: 'aws_iam' }, { type: 'CUSTOM' }, 'AWS_IAM', null, {}, [], { type: null }, { type: ['AWS_IAM'] }, { type: 5 }, { Type: 'AWS_IAM' }, { $ref: '#/components/gone' }, true),
];

const POLICIES: readonly Form[] = [
  ...open({}),
  ...demanding(null, '', 'x', [], 5, { Version: '2012-10-17' }, { Statement: [] }, { Statement: { Effect: 'Deny', Principal: '*', Action: '*', Resource: '*' } }, { $ref: '#/components/gone' }, '{"Statement":[]}', '{}x'),
];

const PLACEMENTS = [
  'placed', 'placed', 'placed', 'any', 'item unresolved', 'item beside unresolved', 'item null', 'item list', 'item text', 'operation null', 'operation text', 'operation list', 'operation unresolved',
  'method unknown', 'part invalid', 'greedy inside', 'sibling', 'declared twice', 'paths merged',
] as const;

interface Route {
  readonly method: 'get' | 'post';
  readonly security: Security;
  readonly auth: Form;
  readonly placement: (typeof PLACEMENTS)[number];
}

const route: fc.Arbitrary<Route> = fc.record({
  method: fc.constantFrom('get', 'post'), security: fc.constantFrom(...SECURITIES), auth: mostly(open(ABSENT), AUTHS, 3), placement: fc.constantFrom(...PLACEMENTS),
});

const calling = (name: string): object => ({
  type: 'aws_proxy', httpMethod: 'POST', uri: `arn:aws:apigateway:us-east-1:lambda:path/2015-03-31/functions/arn:aws:lambda:us-east-1:123456789012:function:${name}/invocations`,
});

const OPEN_ANY = { security: [], [`${EXTENSION}-integration`]: calling('catchall') };

/** Documents with a function behind each of up to two routes, and open methods that could answer for those that are lost. */
export const oddDocument: fc.Arbitrary<DeclaredSource> = fc.record({
  routes: fc.array(route, { minLength: 1, maxLength: 2 }), root: mostly([silent(ABSENT)], SECURITIES, 2),
  policy: mostly(open(ABSENT), POLICIES, 8), hasAny: fc.boolean(), version: fc.constantFrom('2.0', '3.0.1', '3.1.0'),
}).map(({ routes, root, policy, hasAny, version }) => {
  const declared = routes.map((one, index) => declare(one, index, root));
  const any = hasAny ? { [`${EXTENSION}-any-method`]: OPEN_ANY } : {};
  const items = declared.map(({ item }) => item);
  const paths = Object.assign({ '/{proxy+}': { [`${EXTENSION}-any-method`]: OPEN_ANY } }, ...items) as Record<string, unknown>;
  for (const [index, { placement }] of routes.entries()) {
    const at = `/r${index}`;
    const item = paths[at];
    if (placement !== 'any' && (item === undefined || (typeof item === 'object' && item !== null && !Array.isArray(item)))) paths[at] = { ...any, ...item };
  }
  return {
    source: written({
      ...(version === '2.0' ? { swagger: version, securityDefinitions: SCHEMES } : { openapi: version, components: { securitySchemes: SCHEMES } }),
      'info': { title: 'Api', version: '1' }, 'security': root.value, [`${EXTENSION}-policy`]: policy.value, 'x-security': [{ guard: [] }], paths,
    }),
    routes: declared.flatMap(({ routes: own }) => own),
    hasPolicy: policy.isDemanding,
    isWhole: routes.every(({ placement }) => placement === 'placed' || placement === 'any'),
  };
});

const header = { type: 'apiKey', name: 'Authorization', in: 'header' };
const SCHEMES = {
  guard: { ...header, [`${EXTENSION}-authtype`]: 'custom', [`${EXTENSION}-authorizer`]: { type: 'token', authorizerUri: Object(calling('check')).uri } },
  pool: { ...header, [`${EXTENSION}-authtype`]: 'cognito_user_pools', [`${EXTENSION}-authorizer`]: { type: 'cognito_user_pools', providerARNs: ['arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_a'] } },
  iam: { ...header, [`${EXTENSION}-authtype`]: 'awsSigv4' },
  bearer: { type: 'http', scheme: 'bearer' },
  oauth: { type: 'oauth2', flows: {} },
  broken: { ...header, [`${EXTENSION}-authorizer`]: { type: 'jwt' } },
  lost: { $ref: '#/components/gone' },
  unset: null,
  api_key: { type: 'apiKey', name: 'x-api-key', in: 'header' },
};

interface Declared {
  readonly item: Record<string, unknown>;
  readonly routes: readonly DeclaredRoute[];
}

function declare({ method, security, auth, placement }: Route, index: number, root: Security): Declared {
  const owner = `own${index}`;
  const here = `/r${index}`;
  const verb = method.toUpperCase();
  const operation = written({ 'security': security.value, [`${EXTENSION}-auth`]: auth.value, [`${EXTENSION}-integration`]: calling(owner) });
  // without a value it is that of the document, if there is one
  const applies = security.value === ABSENT || (security.value === null && root.value !== ABSENT) ? root : security;
  const demands = { authorization: applies.authorization || auth.isDemanding, key: applies.key };
  const at = (path: string, methods: readonly string[] = [verb]): DeclaredRoute[] => [{ methods, path, owner, demands }];
  const lost = { authorization: true, key: true };
  switch (placement) {
    case 'placed': return { item: { [here]: { [method]: operation } }, routes: at(here) };
    case 'any': return { item: { [here]: { [`${EXTENSION}-any-method`]: operation } }, routes: at(here, methodsBut()) };
    case 'item unresolved': return { item: { [here]: { $ref: '#/components/gone' } }, routes: at(here, methodsBut()) };
    case 'item beside unresolved': return {
      item: { [here]: { $ref: 'gone.yaml#/a', [method]: operation } },
      routes: [...at(here), { methods: methodsBut(verb), path: here, owner: 'gone', demands: lost }],
    };
    case 'item null': return { item: { [here]: null }, routes: at(here, methodsBut()) };
    case 'item list': return { item: { [here]: [operation] }, routes: at(here, methodsBut()) };
    case 'item text': return { item: { [here]: '${token:Item}' }, routes: at(here, methodsBut()) };
    case 'operation null': return { item: { [here]: { [method]: null } }, routes: at(here) };
    case 'operation text': return { item: { [here]: { [method]: 'x' } }, routes: at(here) };
    case 'operation list': return { item: { [here]: { [method]: [operation] } }, routes: at(here) };
    case 'operation unresolved': return { item: { [here]: { [method]: { $ref: '#/components/gone' } } }, routes: at(here) };
    case 'method unknown': return { item: { [here]: { fetch: operation } }, routes: at(here, methodsBut()) };
    case 'part invalid': return { item: { [`${here}/{name}.json`]: { [method]: operation } }, routes: at(`${here}/x.json`) };
    case 'greedy inside': return { item: { [`${here}/{name+}/x`]: { [method]: operation } }, routes: [...at(`${here}/a/x`), ...at(`${here}/a/b/x`)] };
    case 'sibling': return {
      item: { [`${here}/{other}`]: { [method]: operation }, [`${here}/{id}`]: { put: OPEN_ANY }, [`${here}/{id}/sub`]: { [`${EXTENSION}-any-method`]: OPEN_ANY } },
      routes: at(`${here}/secret`),
    };
    case 'declared twice': return {
      item: { [here]: { [method]: operation }, [`${here}/`]: { [method]: { security: [{ guard: [] }], [`${EXTENSION}-integration`]: calling(`twin${index}`) } } },
      routes: [...at(here), { methods: [verb], path: here, owner: `twin${index}`, demands: { authorization: true, key: false } }],
    };
    default: return {
      item: { [here]: { $ref: '#/x-items/none', [`${EXTENSION}-any-method`]: OPEN_ANY } },
      routes: [{ methods: methodsBut(), path: here, owner: 'gone', demands: lost }],
    };
  }
}
