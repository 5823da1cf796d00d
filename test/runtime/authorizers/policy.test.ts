import fc from 'fast-check';
import { compilePolicy, type PolicyRequest } from '../../../lib/runtime/authorizers/policy';
import { policySchema, resourcePolicySchema } from '../../../lib/spec';

const PETS = 'arn:aws:execute-api:us-east-1:123456789012:api123/prod/GET/pets';
const request = (given: Partial<PolicyRequest> = {}): PolicyRequest => ({ resource: PETS, values: { 'aws:sourceip': '192.0.2.7' }, ...given });
const allow = { Effect: 'Allow', Action: 'execute-api:Invoke', Resource: PETS };
const verdict = (statements: unknown, opened = request()) => compilePolicy(policySchema.parse({ Version: '2012-10-17', Statement: statements }))(opened);
const resourceVerdict = (statement: object, opened = request()) =>
  compilePolicy(resourcePolicySchema.parse({ Statement: [{ ...allow, Principal: '*', ...statement }] }))(opened);

test.each([
  ['an Allow that matches', [allow], 'allow'],
  ['nothing that matches', [{ ...allow, Resource: `${PETS}/*` }], 'none'],
  ['no statement', [], 'none'],
  ['a Deny after an Allow', [allow, { ...allow, Effect: 'Deny' }], 'deny'],
  ['a Deny before an Allow', [{ ...allow, Effect: 'Deny' }, allow], 'deny'],
  ['a Deny of another resource', [allow, { ...allow, Effect: 'Deny', Resource: `${PETS}/7` }], 'allow'],
  ['one statement that is not in a list', allow, 'allow'],
  ['lists', [{ ...allow, Action: ['s3:*', 'execute-api:*'], Resource: ['x', '*/pets'] }], 'allow'],
  ['an action in another case', [{ ...allow, Action: 'Execute-API:invoke' }], 'allow'],
  ['another action', [{ ...allow, Action: 'execute-api:ManageConnections' }], 'none'],
  ['all actions', [{ ...allow, Action: '*' }], 'allow'],
  ['a resource in another case', [{ ...allow, Resource: PETS.replace('pets', 'Pets') }], 'none'],
  ['NotAction of another', [{ Effect: 'Allow', NotAction: 's3:*', Resource: '*' }], 'allow'],
  ['NotAction of this', [{ Effect: 'Allow', NotAction: 'execute-api:*', Resource: '*' }], 'none'],
  ['NotResource of another', [{ Effect: 'Deny', Action: '*', NotResource: '*/GET/dogs' }], 'deny'],
  ['NotResource of this', [{ Effect: 'Deny', Action: '*', NotResource: '*/GET/pets' }], 'none'],
])('%s', (_, statements, expected) => {
  expect(verdict(statements)).toBe(expected);
});

test('deny wins: whatever else a policy says, a Deny that matches denies', () => {
  const statement = fc.record({ Effect: fc.constantFrom('Allow', 'Deny'), Action: fc.constantFrom('*', 'execute-api:Invoke'), Resource: fc.constantFrom('*', PETS, `${PETS}/*`, 'x') });
  fc.assert(fc.property(fc.array(statement, { maxLength: 6 }), fc.nat(6), (others, at) => {
    const statements: object[] = [...others];
    statements.splice(at, 0, { Effect: 'Deny', Action: 'execute-api:*', Resource: '*/pets' });
    return verdict(statements) === 'deny';
  }));
});

test('the order of statements does not matter', () => {
  const statement = fc.record({ Effect: fc.constantFrom('Allow', 'Deny'), Action: fc.constant('*'), Resource: fc.constantFrom('*', PETS, 'x', '*/GET/dogs') });
  fc.assert(fc.property(fc.array(statement, { maxLength: 6 }), (statements) => verdict(statements) === verdict([...statements].reverse())));
});

describe('conditions', () => {
  test.each([
    [{ IpAddress: { 'aws:SourceIp': '192.0.2.0/24' } }, 'allow'],
    [{ IpAddress: { 'AWS:SOURCEIP': ['10.0.0.0/8', '192.0.2.7'] } }, 'allow'],
    [{ IpAddress: { 'aws:SourceIp': '192.0.3.0/24' } }, 'none'],
    [{ NotIpAddress: { 'aws:SourceIp': '192.0.2.0/24' } }, 'none'],
    [{ NotIpAddress: { 'aws:VpcSourceIp': '192.0.2.0/24' } }, 'allow'],
    [{ StringEquals: { 'aws:SourceVpc': 'vpc-1' } }, 'none'],
    [{ StringNotEquals: { 'aws:SourceVpc': 'vpc-1' } }, 'allow'],
    [{ StringEqualsIfExists: { 'aws:SourceVpc': 'vpc-1' } }, 'allow'],
    [{ Null: { 'aws:SourceVpc': 'true' } }, 'allow'],
    [{ Null: { 'aws:SourceVpc': false } }, 'none'],
    [{ IpAddress: { 'aws:SourceIp': '192.0.2.0/24' }, StringEquals: { 'aws:SourceVpce': 'vpce-1' } }, 'none'],
  ])('%j: %s', (Condition, expected) => {
    expect(resourceVerdict({ Condition })).toBe(expected);
  });

  test.each([
    ['::ffff:192.0.2.7', '192.0.2.0/24', 'allow'],
    ['fe80::1%eth0', 'fe80::/10', 'allow'],
    ['2001:db8::1', '2001:db8::/32', 'allow'],
    ['2001:db9::1', '2001:db8::/32', 'none'],
    ['192.0.2.7', '2001:db8::/32', 'none'],
  ])('address %s in %s: %s', (address, range, expected) => {
    expect(resourceVerdict({ Condition: { IpAddress: { 'aws:SourceIp': range } } }, request({ values: { 'aws:sourceip': address } }))).toBe(expected);
  });

  test.each([
    ['StringLike', 'curl/*', 'allow'], ['StringNotLike', 'curl/*', 'none'], ['StringEqualsIgnoreCase', 'CURL/8', 'allow'], ['StringNotEqualsIgnoreCase', 'CURL/8', 'none'],
    ['ArnLike', 'curl/?', 'allow'], ['ArnEquals', 'wget/*', 'none'], ['ArnNotLike', 'curl/?', 'none'], ['ArnNotEquals', 'wget/*', 'allow'],
  ])('%s %s: %s', (operator, value, expected) => {
    expect(resourceVerdict({ Condition: { [operator]: { 'aws:UserAgent': value } } }, request({ values: { 'aws:useragent': 'curl/8' } }))).toBe(expected);
  });

  test.each([
    ['ForAnyValue:StringLike', ['curl*', 'x'], 'allow', 'none'], ['ForAnyValue:StringLike', 'wget*', 'none', 'none'],
    ['ForAnyValue:StringNotLike', 'wget*', 'allow', 'none'], ['ForAnyValue:StringLikeIfExists', 'wget*', 'none', 'allow'],
    ['ForAllValues:StringLike', 'curl*', 'allow', 'allow'], ['ForAllValues:StringLike', 'wget*', 'none', 'allow'],
    ['ForAllValues:StringNotLike', 'curl*', 'none', 'allow'],
  ])('%s %j of a key with one value, and of a key that the request does not have', (operator, value, given, missing) => {
    const verdict = (values: object) => resourceVerdict({ Condition: { [operator]: { 'aws:UserAgent': value } } }, request({ values }));
    expect([verdict({ 'aws:useragent': 'curl/8' }), verdict({})]).toEqual([given, missing]);
  });

  test('ForAnyValue and ForAllValues are checked like the operators after them', () => {
    const read = (operator: string, value: string) => resourcePolicySchema.safeParse({ Statement: [{ ...allow, Principal: '*', Condition: { [operator]: { 'aws:SourceIp': value } } }] }).success;
    expect([read('ForAnyValue:IpAddress', '10.0.0.0/8'), read('ForAnyValue:IpAddress', 'nowhere')]).toEqual([true, false]);
    expect(resourceVerdict({ Condition: { 'ForAnyValue:IpAddress': { 'aws:SourceIp': '192.0.2.0/24' } } }, request({ values: { 'aws:sourceip': '192.0.2.7' } }))).toBe('allow');
  });

  test('Bool compares with true and false', () => {
    const opened = request({ values: { 'aws:securetransport': 'false' } });
    expect(resourceVerdict({ Condition: { Bool: { 'aws:SecureTransport': false } } }, opened)).toBe('allow');
    expect(resourceVerdict({ Condition: { Bool: { 'aws:SecureTransport': 'true' } } }, opened)).toBe('none');
  });
});

test('a condition that cannot be evaluated denies: it holds in a Deny and does not hold in an Allow', () => {
  const ofArn = { StringNotEquals: { 'aws:SourceArn': 'arn:aws:cloudfront::1:distribution/x' } };
  const byDate = { DateLessThan: { 'aws:CurrentTime': '2030-01-01' }, NumericLessThan: { 'aws:MultiFactorAuthAge': 3600 } };
  const elsewhere = { ...ofArn, IpAddress: { 'aws:SourceIp': '10.0.0.0/8' } };
  for (const Condition of [ofArn, byDate, { 'ForAnyValue:StringEquals': { 'aws:SourceArn': 'arn:aws:cloudfront::1:distribution/x' } }]) {
    expect([resourceVerdict({ Condition }), resourceVerdict({ Effect: 'Deny', Condition })]).toEqual(['none', 'deny']);
  }
  expect(resourceVerdict({ Effect: 'Deny', Condition: elsewhere })).toBe('none');
  for (const Condition of [{ StringEqual: { 'aws:SourceIp': 'x' } }, { StringEquals: { SourceIp: 'x' } }]) {
    expect(resourcePolicySchema.safeParse({ Statement: [{ ...allow, Principal: '*', Condition }] }).success).toBe(false);
  }
});

describe('principals', () => {
  const alice = request({ caller: { userArn: 'arn:aws:iam::111122223333:user/Alice', accountId: '111122223333' } });
  const session = request({ caller: { userArn: 'arn:aws:sts::111122223333:assumed-role/Reader/s1', accountId: '111122223333' } });

  test.each([
    ['*', request(), 'allow'],
    [{ AWS: '*' }, request(), 'allow'],
    [{ AWS: '111122223333' }, request(), 'none'],
    [{ AWS: '111122223333' }, alice, 'allow'],
    [{ AWS: ['444455556666', 'arn:aws:iam::111122223333:root'] }, alice, 'allow'],
    [{ AWS: 'arn:aws:iam::111122223333:user/Alice' }, alice, 'allow'],
    [{ AWS: 'arn:aws:iam::111122223333:user/Bob' }, alice, 'none'],
    [{ AWS: 'arn:aws:iam::111122223333:role/Reader' }, session, 'allow'],
    [{ AWS: 'arn:aws:iam::111122223333:role/Writer' }, session, 'none'],
  ])('%j', (Principal, opened, expected) => {
    expect(resourceVerdict({ Principal }, opened)).toBe(expected);
  });
});
