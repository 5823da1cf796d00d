import { AuthorizationType } from '../../lib/constructs';
import {
  authorizationTypeNamed, describeAuthorizationType, readAuthorization, type AuthorizationKinds, type GivenAuthorization,
} from '../../lib/constructs/authorization-kinds';
import { GatewayError } from '../../lib/errors';
import { declare, findingsOf, specOf } from '../support/declaration';

const TYPES = Object.values(AuthorizationType);
/** A value that no type has: of plain JavaScript, or of a later version of an authorizer's library. */
const UNKNOWN = 'MTLS' as AuthorizationType;

function read(given: Partial<GivenAuthorization>): unknown {
  const authorization = readAuthorization({ type: AuthorizationType.NONE, authorizer: undefined, scopes: undefined, ...given }, 'Pets/GET');
  return GatewayError.isGatewayError(authorization) ? `${authorization.code} ${authorization.location ?? ''}` : authorization;
}

test('each type becomes what the spec has of its name', () => {
  expect(TYPES.map((type) => read({ type, authorizer: 'Auth', scopes: ['read'] }))).toEqual([
    { type: 'NONE' }, { type: 'AWS_IAM' }, { type: 'CUSTOM', authorizer: 'Auth' }, { type: 'COGNITO_USER_POOLS', authorizer: 'Auth', scopes: ['read'] },
  ]);
  expect(TYPES.map((type) => authorizationTypeNamed(type))).toEqual(TYPES);
});

test('only NONE becomes NONE: a type that needs an authorizer and has none is an error, and so is one that is not known', () => {
  expect(TYPES.map((type) => read({ type }))).toEqual([{ type: 'NONE' }, { type: 'AWS_IAM' }, 'AUTHORIZER_MISSING Pets/GET', 'AUTHORIZER_MISSING Pets/GET']);
  for (const type of [UNKNOWN, '' as AuthorizationType, 'constructor' as AuthorizationType, null as unknown as AuthorizationType]) {
    expect(read({ type, authorizer: 'Auth' })).toBe('AUTHORIZER_SETTING_INVALID Pets/GET');
    expect(describeAuthorizationType(type)).toBeUndefined();
  }
});

describe('a method', () => {
  test('whose authorizer is of a type that is not known is reported, and is not in the spec', () => {
    const { api, fn } = declare();
    const method = api.root.addMethod('GET', fn, { authorizer: { authorizerId: 'Auth', authorizationType: UNKNOWN } });
    expect(findingsOf(api)).toEqual(['AUTHORIZER_SETTING_INVALID Pets/Default/GET']);
    expect(() => method._toSpec()).toThrow('AUTHORIZER_SETTING_INVALID');
    expect(api._collect().input.resources).toEqual({});
    expect(() => specOf(api)).toThrow('authorizationType is MTLS; expected one of NONE, AWS_IAM, CUSTOM, COGNITO_USER_POOLS');
  });

  test('of a type that is not known is refused', () => {
    const { api, fn } = declare();
    api.root.addMethod('GET', fn, { authorizationType: UNKNOWN });
    expect(findingsOf(api)).toEqual([expect.stringMatching(/^PROPERTY_\w+ Pets\/Default\/GET$/)]);
    expect(() => specOf(api)).toThrow('DEFINITION_INVALID');
  });

  test('with defaults that JavaScript assigned is reported too', () => {
    const { api, fn } = declare();
    Object.assign(api.root, { defaultMethodOptions: { authorizationType: UNKNOWN } });
    api.root.addMethod('GET', fn);
    expect(findingsOf(api)).toEqual(['AUTHORIZER_SETTING_INVALID Pets/Default/GET']);
  });

  test.each([AuthorizationType.CUSTOM, AuthorizationType.COGNITO])('%s without an authorizer is reported, and is not in the spec', (authorizationType) => {
    const { api, fn } = declare();
    const method = api.root.addMethod('GET', fn, { authorizationType });
    api.root.addMethod('POST', fn);
    expect(findingsOf(api)).toEqual(['AUTHORIZER_MISSING Pets/Default/GET']);
    expect(() => method._toSpec()).toThrow('AUTHORIZER_MISSING');
    expect(Object.keys(api._collect().input.resources?.['/']?.methods ?? {})).toEqual(['POST']);
  });

  test.each([AuthorizationType.NONE, AuthorizationType.IAM])('whose authorizer says it is of type %s is not open silently', (authorizationType) => {
    const { api, fn } = declare();
    api.root.addMethod('GET', fn, { authorizer: { authorizerId: 'Auth', authorizationType } });
    expect(findingsOf(api)).toEqual(['AUTHORIZER_UNUSED Pets/Default/GET']);
  });
});

/* Lines with @ts-expect-error are checked by `tsc -p test`; test/architecture-kinds.test.ts adds a type to the enum. */
test('a table that misses a type, or gives it as another, does not compile', () => {
  type Entry<Type extends AuthorizationType> = AuthorizationKinds[Type];
  const NONE: Entry<AuthorizationType.NONE> = { needsAuthorizer: false, checksScopes: false, toSpec: () => ({ type: 'NONE' }) };
  const IAM: Entry<AuthorizationType.IAM> = { needsAuthorizer: false, checksScopes: false, toSpec: () => ({ type: 'AWS_IAM' }) };
  const CUSTOM: Entry<AuthorizationType.CUSTOM> = {
    needsAuthorizer: true, checksScopes: false, toSpec: (authorizer) => ({ type: 'CUSTOM', authorizer }),
  };
  // @ts-expect-error COGNITO_USER_POOLS is missing
  const short: AuthorizationKinds = { NONE, AWS_IAM: IAM, CUSTOM };
  // @ts-expect-error signed callers are not everybody
  const open: Entry<AuthorizationType.IAM> = { needsAuthorizer: false, checksScopes: false, toSpec: () => ({ type: 'NONE' }) };
  // @ts-expect-error scopes are checked by authorizers only
  const scoped: Entry<AuthorizationType.IAM> = { needsAuthorizer: false, checksScopes: true, toSpec: () => ({ type: 'AWS_IAM' }) };
  // @ts-expect-error an authorizer must be named
  const nameless: Entry<AuthorizationType.CUSTOM> = { needsAuthorizer: true, checksScopes: false, toSpec: () => ({ type: 'CUSTOM' }) };
  expect([short, open, scoped, nameless]).toHaveLength(4);
});
