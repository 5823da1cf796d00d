import fc from 'fast-check';
import { ABSENT, demanding, methodsBut, mostly, open, written, type DeclaredRoute, type DeclaredSource, type Form } from './oracle';

const POOL = 'arn:aws:cognito-idp:us-east-1:123456789012:userpool/us-east-1_a';
const UNSET = '${opt:unset}';

/** A key without a value says nothing, to the Serverless Framework as well. */
const AUTHORIZERS: readonly Form[] = [
  ...open(ABSENT, null),
  ...demanding(
    '', 'guard', 'gone', 'aws_iam', 'AWS_IAM', 'NONE', POOL, 'arn:aws:lambda:us-east-1:123456789012:function:guard', UNSET, '${self:custom.none}', '${file(gone.yml):a}', '${file(gone.js)}',
    true, false, 0, 5, [], ['aws_iam'], ['guard'], {}, { name: 'guard' }, { name: 'gone' }, { name: null }, { arn: POOL }, { arn: POOL, scopes: ['a'] }, { arn: null }, { arn: UNSET }, { type: 'aws_iam' },
    { type: 'AWS_IAM' }, { type: 'COGNITO_USER_POOLS', authorizerId: 'a1' }, { type: 'CUSTOM', authorizerId: null }, { type: 'none' }, { type: 'NONE' }, { type: 'request', name: 'guard', identitySource: null },
    { name: 'guard', type: ['token'] }, { Ref: 'Guard' }, { 'Fn::GetAtt': ['GuardLambdaFunction', 'Arn'] }, { arn: { 'Fn::GetAtt': ['GuardLambdaFunction', 'Arn'] } }, { authorizerId: { Ref: 'Gone' }, type: 'CUSTOM' },
    { scopes: ['a'] }, { Ref: 'AWS::NoValue' },
  ),
];
const PRIVATES: readonly Form[] = [...open('false', null), ...demanding(true, 'true', 'yes', 1, 0, '', [], [true], {}, UNSET, '${self:custom.none}')];
const STATEMENT = { Effect: 'Deny', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' };
const POLICIES: readonly Form[] = demanding(
  null, '', [], {}, 5, true, UNSET, [UNSET], '${file(gone.yml)}', STATEMENT, [STATEMENT], [{ ...STATEMENT, Resource: UNSET }], [null], ['x'],
);

const PLACEMENTS = [
  'placed', 'placed', 'placed', 'placed', 'short', 'method unset', 'method absent', 'method list', 'method null', 'path unset', 'path absent', 'path list', 'short unset', 'short partial', 'event null', 'event list',
  'event number', 'events unset', 'event unset', 'events text', 'function unset', 'functions unset', 'declared twice', 'same id', 'part invalid',
] as const;

interface Route {
  readonly method: 'get' | 'post';
  readonly authorizer: Form;
  readonly isPrivate: Form;
  readonly placement: (typeof PLACEMENTS)[number];
}

const route: fc.Arbitrary<Route> = fc.record({
  method: fc.constantFrom('get', 'post'), authorizer: mostly(open(ABSENT), AUTHORIZERS, 1), isPrivate: mostly(open(ABSENT, false), PRIVATES, 2), placement: fc.constantFrom(...PLACEMENTS),
});

/** Services with a function for each of up to two routes, and open methods that could answer for those that are lost. */
export const oddService: fc.Arbitrary<DeclaredSource> = fc.record({
  routes: fc.array(route, { minLength: 1, maxLength: 2 }), policy: mostly(open(ABSENT), POLICIES, 8),
  isOfProvider: fc.boolean(), hasAny: fc.boolean(),
}).map(({ routes, policy, isOfProvider, hasAny }) => {
  const declared = routes.map(declare);
  const any = (path: string): object => ({ http: { path, method: 'any' } });
  const catchAll = fn('catchall', [any('{proxy+}'), ...(hasAny ? [any('r0'), any('r1')] : [])]);
  const own = declared.map(({ functions }) => functions);
  const functions = Object.assign({ catchall: catchAll, guard: fn('guard', []) }, ...own.filter((one) => typeof one !== 'string')) as object;
  const unset = own.filter((one) => typeof one === 'string');
  return {
    source: {
      service: 'pets', custom: { other: 1 },
      provider: written({ name: 'aws', runtime: 'nodejs20.x', ...(isOfProvider ? { resourcePolicy: policy.value } : { apiGateway: written({ resourcePolicy: policy.value }) }) }),
      functions: unset.length === 0 ? functions : [functions, ...unset],
    },
    routes: declared.flatMap(({ routes: one }) => one),
    hasPolicy: policy.isDemanding,
    isWhole: routes.every(({ placement }) => placement === 'placed' || placement === 'short'),
  };
});

function fn(name: string, events: unknown): object {
  return { name, handler: 'index.handler', events };
}

interface Declared {
  readonly functions: object | string;
  readonly routes: readonly DeclaredRoute[];
}

function declare({ method, authorizer, isPrivate, placement }: Route, index: number): Declared {
  const owner = `own${index}`;
  const here = `/r${index}`;
  const verb = method.toUpperCase();
  const demands = { authorization: authorizer.isDemanding, key: isPrivate.isDemanding };
  const protection = { authorizer: authorizer.value, private: isPrivate.value };
  const http = (more: object): object => ({ http: written({ path: here, method, ...protection, ...more }) });
  const of = (...events: readonly unknown[]): object => ({ [owner]: fn(owner, events) });
  const at = (methods: readonly string[], ...paths: readonly string[]): DeclaredRoute[] =>
    paths.map((path) => ({ methods, path, owner, demands }));
  const anywhere = [here, `${here}/x`, '/secret', '/secret/x/y'];
  switch (placement) {
    case 'placed': return { functions: of(http({})), routes: at([verb], here) };
    case 'short': return { functions: of({ http: `${method} r${index}` }), routes: at([verb], here).map((one) => ({ ...one, demands: { authorization: false, key: false } })) };
    case 'method unset': return { functions: of(http({ method: UNSET })), routes: at(methodsBut(), here) };
    case 'method absent': return { functions: of(http({ method: ABSENT })), routes: at(methodsBut(), here).map((one) => ({ ...one, demands: { authorization: true, key: true } })) };
    case 'method list': return { functions: of(http({ method: [method] })), routes: at(methodsBut(), here).map((one) => ({ ...one, demands: { authorization: true, key: true } })) };
    case 'method null': return { functions: of(http({ method: null })), routes: at(methodsBut(), here).map((one) => ({ ...one, demands: { authorization: true, key: true } })) };
    case 'path unset': return { functions: of(http({ path: `r${index}/${UNSET}` })), routes: at([verb], `${here}/secret`, `${here}/a/b`) };
    case 'path absent': return { functions: of(http({ path: ABSENT })), routes: at([verb], ...anywhere, '/') };
    case 'path list': return { functions: of(http({ path: [here] })), routes: at([verb], ...anywhere) };
    case 'short unset': return { functions: of({ http: `${UNSET} r${index}` }), routes: at(methodsBut(), here) };
    case 'short partial': return { functions: of({ http: method }), routes: at([verb], ...anywhere) };
    case 'event null': return { functions: of({ http: null }), routes: at(methodsBut(), ...anywhere) };
    case 'event list': return { functions: of({ http: [method, here] }), routes: at(methodsBut(), ...anywhere) };
    case 'event number': return { functions: of({ http: 5 }), routes: at(methodsBut(), ...anywhere) };
    case 'events unset': return { functions: { [owner]: fn(owner, '${file(gone.yml)}') }, routes: at([verb], ...anywhere) };
    case 'event unset': return { functions: of('${file(gone.yml):a}'), routes: at([verb], ...anywhere) };
    case 'events text': return { functions: { [owner]: fn(owner, http({})) }, routes: at([verb], here) };
    case 'function unset': return { functions: { [owner]: '${file(gone.yml):b}' }, routes: at([verb], ...anywhere) };
    case 'functions unset': return { functions: '${file(gone.yml):c}', routes: at([verb], ...anywhere) };
    case 'declared twice': return {
      functions: { ...of(http({})), [`twin${index}`]: fn(`twin${index}`, [{ http: { path: `${here}/`, method: verb, authorizer: 'aws_iam' } }]) },
      routes: at([verb], here).flatMap((one) => [one, { ...one, owner: `twin${index}`, demands: { authorization: true, key: false } }]),
    };
    case 'same id': return {
      functions: { ...of(http({ path: `${here}/a-b` })), [`twin${index}`]: fn(`twin${index}`, [{ http: { path: `${here}/aDashb`, method } }]) },
      routes: at([verb], `${here}/a-b`),
    };
    default: return { functions: of(http({ path: `r${index}/{id}.json` })), routes: at([verb], `${here}/x.json`) };
  }
}
