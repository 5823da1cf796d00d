import { createHash } from 'node:crypto';
import { CREDENTIAL, openGateway, petsWith, sign, type AuthorizedGateway, type GatewayParts, type Request } from '../../support/authorizers';

const AT = Date.UTC(2025, 10, 21, 0, 18, 3);
const open: AuthorizedGateway[] = [];
afterEach(() => Promise.all(open.splice(0).map((gateway) => gateway.close())));

function gateway(credential: object = {}, api: object = {}): AuthorizedGateway {
  const credentials = [{ ...CREDENTIAL, ...credential }] as NonNullable<GatewayParts['credentials']>;
  const opened = openGateway({ resources: petsWith({ type: 'AWS_IAM' }), api: api as never }, { credentials });
  open.push(opened);
  return opened;
}

const REQUESTS: Readonly<Record<string, Request>> = {
  'a plain request': {},
  'a body': { method: 'POST', body: '{"name":"Rex"}', headers: { 'Content-Type': 'application/json' } },
  'a query in any order, with repeated and empty names': { path: '/prod/pets?b=2&a=1&b=1&c&d=%2F%20x&e=a%2Bb' },
  'a path with encoded and special characters': { path: '/prod/pets/a%20b%2Fc@d:e+f~g' },
  'a slash at the end': { path: '/prod/pets/' },
  'header values with spaces': { headers: { 'X-Note': '  a   b  ' } },
};

test.each(Object.entries(REQUESTS))('what aws4 signs is right: %s', async (_, request) => {
  expect((await gateway().send(sign(request))).status).toBe(200);
  expect((await gateway().send(sign(request, { signQuery: true }))).status).toBe(200);
});

test('the function sees the signer but not the signature', async () => {
  const { event } = await gateway({ accountId: '123456789012', userArn: 'arn:aws:iam::123456789012:user/Alice', userId: 'AIDALICE' }).send(sign());
  expect(event?.requestContext.identity).toMatchObject({
    accessKey: 'AKIDEXAMPLE', accountId: '123456789012', caller: 'AIDALICE', user: 'AIDALICE', userArn: 'arn:aws:iam::123456789012:user/Alice',
  });
  expect(event?.requestContext).not.toHaveProperty('authorizer');
  expect(Object.keys(event?.headers ?? {}).map((name) => name.toLowerCase())).not.toContain('authorization');
});

test('SIGNATURE_MISSING: no signature', async () => {
  expect(await gateway().send()).toMatchObject({ status: 403, text: '{"message":"Missing Authentication Token"}', errorType: 'MissingAuthenticationTokenException', error: { code: 'SIGNATURE_MISSING' } });
});

test.each([
  ['Bearer abc', 'Invalid key=value pair (missing equal-sign) in Authorization header (hashed with SHA-256 and encoded with Base64)'],
  ['AWS4-HMAC-SHA256 Credential=a/b', 'Authorization header requires \'Signature\' parameter. Authorization header requires \'SignedHeaders\' parameter.'],
  ['AWS4-HMAC-SHA256', 'Authorization header requires \'Credential\' parameter. Authorization header requires \'Signature\' parameter.'],
  ['Other Credential=a/b, SignedHeaders=host, Signature=0', 'Invalid key=value pair (missing equal-sign) in Authorization header'],
  ['AWS4-HMAC-SHA256 Credential=a/20251121/us-east-1/execute-api, SignedHeaders=host, Signature=0', 'Credential must have exactly 5'],
])('SIGNATURE_INCOMPLETE: %s', async (Authorization, text) => {
  const answer = await gateway().send({ headers: { Authorization, 'X-Amz-Date': '20251121T001803Z' } });
  expect(answer).toMatchObject({ status: 403, errorType: 'IncompleteSignatureException', error: { code: 'SIGNATURE_INCOMPLETE' } });
  expect(answer.text).toContain(text);
});

test('SIGNATURE_INCOMPLETE: no date', async () => {
  const { headers: { 'X-Amz-Date': _, ...headers } = {}, ...request } = sign();
  expect((await gateway().send({ ...request, headers })).error?.code).toBe('SIGNATURE_INCOMPLETE');
});

test('without date and parts, the client gets a sentence about each of them', async () => {
  const { text } = await gateway().send({ headers: { Authorization: 'AWS4-HMAC-SHA256 Credential=a/b' } });
  expect(text).toContain('\'Signature\' parameter. Authorization header requires \'SignedHeaders\' parameter. Authorization header requires existence of either');
});

test('CREDENTIAL_UNKNOWN: an access key that the runtime was not given, or none was given', async () => {
  const expected = { status: 403, text: '{"message":"The security token included in the request is invalid."}', errorType: 'UnrecognizedClientException', error: { code: 'CREDENTIAL_UNKNOWN' } };
  expect(await gateway().send(sign({}, { credential: { ...CREDENTIAL, accessKeyId: 'AKIDOTHER' } }))).toMatchObject(expected);
  const without = openGateway({ resources: petsWith({ type: 'AWS_IAM' }) });
  open.push(without);
  expect(await without.send(sign())).toMatchObject(expected);
});

const signed = () => sign({ method: 'POST', path: '/prod/pets?a=1', body: 'one', headers: { 'X-Role': 'reader' } });
const CHANGED: Readonly<Record<string, Request>> = {
  'another secret': sign({}, { credential: { ...CREDENTIAL, secretAccessKey: 'other' } }),
  'another body': { ...signed(), body: 'two' },
  'another path': { ...signed(), path: '/prod/pets/?a=1' },
  'another query': { ...signed(), path: '/prod/pets?a=2' },
  'another method': { ...signed(), method: 'GET' },
  'another header': { ...signed(), headers: { ...signed().headers, 'X-Role': 'admin' } },
  'another host': { ...signed(), headers: { ...signed().headers, Host: 'evil.test' } },
  'another date': { ...signed(), headers: { ...signed().headers, 'X-Amz-Date': '20251121T001804Z' } },
  'another region': sign({}, { region: 'eu-west-1' }),
  'another service': sign({}, { service: 's3' }),
  'more query on a presigned URL': { ...sign({}, { signQuery: true }), path: `${sign({}, { signQuery: true }).path}&admin=1` },
};

test.each(Object.entries(CHANGED))('SIGNATURE_INVALID: %s', async (_, request) => {
  expect(await gateway().send(request)).toMatchObject({ status: 403, errorType: 'InvalidSignatureException', error: { code: 'SIGNATURE_INVALID' } });
});

/** The request as it was signed, sent with another target. */
const sentAs = (path: string, as: string): Request => ({ ...sign({ path }), path: as });
const presigned = (path: string, change: (url: string) => string): Request => {
  const { path: url = '', ...request } = sign({ path }, { signQuery: true });
  return { ...request, path: change(url) };
};
const OTHER_READINGS: Readonly<Record<string, Request>> = {
  'an encoded semicolon that is sent as one': sentAs('/prod/pets?a=1%3Badmin%3Dtrue', '/prod/pets?a=1;admin=true'),
  'a signature in the query beside the one in the headers': sentAs('/prod/pets?a=1', '/prod/pets?a=1&X-Amz-Signature=0'),
  'a doubled slash after the stage': sentAs('/prod/pets', '/prod//pets'),
  'a doubled slash before the stage': sentAs('/prod/pets', '//prod/pets'),
  'a slash that is sent encoded': sentAs('/prod/pets/7/9', '/prod/pets/7%2F9'),
  'an encoded letter that is sent as one': sentAs('/prod/pets/%61', '/prod/pets/a'),
  'an encoded ampersand that is sent as one': sentAs('/prod/pets?a=1%26b=2', '/prod/pets?a=1&b=2'),
  'an encoded plus that is sent as one': sentAs('/prod/pets?a=1%2B2', '/prod/pets?a=1+2'),
  'a name without a value that gets one': sentAs('/prod/pets?a', '/prod/pets?a=a'),
  'one more of equal names': sentAs('/prod/pets?a=1', '/prod/pets?a=1&a=1'),
  'a value without a name': sentAs('/prod/pets?a=1', '/prod/pets?a=1&=2'),
  'an encoded semicolon of a presigned URL': presigned('/prod/pets?a=1%3Badmin%3Dtrue', (url) => url.replace('a=1%3Badmin%3Dtrue', 'a=1;admin=true')),
  'a doubled slash of a presigned URL': presigned('/prod/pets?a=1', (url) => url.replace('/pets', '//pets')),
};

test('SIGNATURE_INVALID: a wrong secret is answered with the canonical string and the string to sign, as AWS does', async () => {
  const request = sign({ path: '/prod/pets?b=2&a=1' }, { credential: { ...CREDENTIAL, secretAccessKey: 'wrong' } });
  const { message } = JSON.parse((await gateway().send(request)).text) as { message: string };
  const [, canonical = '', toSign = ''] = /^The request signature we calculated .* for details\.\n\nThe Canonical String for this request should have been\n'([^']*)'\n\nThe String-to-Sign should have been\n'([^']*)'\n$/.exec(message) ?? [];
  expect(canonical).toMatch(/^GET\n\/prod\/pets\na=1&b=2\n(.+:.*\n)+\n[a-z;-]*host[a-z;-]*\n[0-9a-f]{64}$/);
  const digest = createHash('sha256').update(canonical).digest('hex');
  expect(toSign).toMatch(new RegExp(`^AWS4-HMAC-SHA256\\n\\d{8}T\\d{6}Z\\n\\d{8}/us-east-1/execute-api/aws4_request\\n${digest}$`));
  expect(message).not.toContain(CREDENTIAL.secretAccessKey);
});

test.each(Object.entries(OTHER_READINGS))('SIGNATURE_INVALID: %s', async (_, request) => {
  expect(await gateway().send(request)).toMatchObject({ status: 403, error: { code: 'SIGNATURE_INVALID' } });
});

test.each([
  ['another order of equal names', sentAs('/prod/pets?a=1&a=2', '/prod/pets?a=2&a=1'), { a: ['1', '2'] }],
  ['another order of names', sentAs('/prod/pets?a=1&b=2', '/prod/pets?b=2&a=1'), { a: ['1'], b: ['2'] }],
  ['a space as plus', sentAs('/prod/pets?a=1%202', '/prod/pets?a=1+2'), { a: ['1 2'] }],
  ['an escape in small letters', sentAs('/prod/pets?a=%2F', '/prod/pets?a=%2f'), { a: ['/'] }],
  ['a semicolon between parameters', sentAs('/prod/pets?a=1&b=2', '/prod/pets?a=1;b=2'), { a: ['1'], b: ['2'] }],
])('what is signed is what the function sees: %s', async (_, request, seen) => {
  const { status, event } = await gateway().send(request);
  expect([status, event?.multiValueQueryStringParameters]).toEqual([200, seen]);
});

test('the function sees a presigned URL without its signature', async () => {
  const { event } = await gateway().send(sign({ path: '/prod/pets?a=1' }, { signQuery: true }));
  expect(event?.queryStringParameters).toMatchObject({ a: '1' });
  expect(Object.keys(event?.queryStringParameters ?? {})).not.toContain('X-Amz-Signature');
});

test.each(['X-Amz-Signature', 'x-amz-signature', 'X-Amz-Credential'])('SIGNATURE_INCOMPLETE: %s twice in a presigned URL', async (name) => {
  const answer = await gateway().send(presigned('/prod/pets', (url) => `${url}&${name}=0`));
  expect(answer).toMatchObject({ status: 403, error: { code: 'SIGNATURE_INCOMPLETE' } });
});

test.each([[-300_000, 200], [-301_000, 403], [300_000, 200], [301_000, 403]])('signed %i ms from now is %i', async (offset, status) => {
  const answer = await gateway().send(sign({}, { at: AT + offset }));
  expect(answer.status).toBe(status);
  const expired = 'Signature expired: 20251121T001302Z is now earlier than 20251121T001303Z (20251121T001803Z - 5 min.)';
  if (status === 403) expect(answer.text).toContain(offset < 0 ? expired : 'Signature not yet current');
});

test.each([[60, 60_000, 200], [60, 61_000, 403]])('a presigned URL of %i s after %i ms is %i', async (seconds, after, status) => {
  const opened = gateway();
  const request = sign({ path: `/prod/pets?X-Amz-Expires=${seconds}` }, { signQuery: true });
  opened.clock.now += after;
  expect((await opened.send(request)).status).toBe(status);
});

test('a temporary credential needs its session token, and its time', async () => {
  const credential = { ...CREDENTIAL, sessionToken: 'session' };
  const temporary = { sessionToken: 'session', expiration: '2025-11-21T01:00:00Z' };
  expect((await gateway(temporary).send(sign({}, { credential }))).status).toBe(200);
  expect((await gateway(temporary).send(sign())).error?.code).toBe('CREDENTIAL_UNKNOWN');
  expect((await gateway(temporary).send(sign({}, { credential: { ...credential, sessionToken: 'other' } }))).error?.code).toBe('CREDENTIAL_UNKNOWN');
  expect((await gateway().send(sign({}, { credential }))).error?.code).toBe('CREDENTIAL_UNKNOWN');
  expect(await gateway({ ...temporary, expiration: '2025-11-21T00:18:03Z' }).send(sign({}, { credential }))).toMatchObject({
    status: 403, errorType: 'ExpiredTokenException', error: { code: 'CREDENTIAL_EXPIRED' },
  });
});

describe('policies (developer guide, apigateway-authorization-flow, tables A and B)', () => {
  const statement = (Effect: string) => ({ Effect, Action: 'execute-api:Invoke', Resource: '*' });
  const own = (effect: string) => (effect === 'none' ? { Statement: [] } : { Statement: [statement(effect)] });
  const resource = (effect: string) => ({ Statement: [{ ...statement(effect === 'none' ? 'Allow' : effect), Principal: '*', ...(effect === 'none' ? { Resource: 'x' } : {}) }] });

  test.each([
    ['Allow', 'Allow', 200, 200], ['Allow', 'none', 200, 403], ['Allow', 'Deny', 403, 403],
    ['none', 'Allow', 200, 403], ['none', 'none', 403, 403], ['none', 'Deny', 403, 403],
    ['Deny', 'Allow', 403, 403], ['Deny', 'none', 403, 403], ['Deny', 'Deny', 403, 403],
  ])('caller %s, API %s: %i in the same account, %i across accounts', async (caller, api, same, across) => {
    const statusOf = async (accountId: string) =>
      (await gateway({ policy: own(caller), accountId }, { policy: resource(api) }).send(sign())).status;
    expect([await statusOf('123456789012'), await statusOf('999999999999')]).toEqual([same, across]);
  });

  test('the message names caller and resource, with the account masked', async () => {
    const answer = await gateway({ policy: { Statement: [] }, userArn: 'arn:aws:iam::123456789012:user/Alice' }).send(sign());
    expect(answer.text).toBe('{"Message":"User: arn:aws:iam::123456789012:user/Alice is not authorized to perform: execute-api:Invoke on resource: arn:aws:execute-api:us-east-1:********9012:api123/prod/GET/pets because no identity-based policy allows the execute-api:Invoke action"}');
    expect(answer.error?.code).toBe('POLICY_NOT_ALLOWED');
  });

  test.each([
    ['123456789012', 'Deny', 'Allow', 'POLICY_DENIED', ' with an explicit deny in an identity-based policy'],
    ['123456789012', 'Allow', 'Deny', 'POLICY_DENIED', ' with an explicit deny in a resource-based policy'],
    ['123456789012', 'none', 'none', 'POLICY_NOT_ALLOWED', ' because no identity-based policy allows the execute-api:Invoke action'],
    ['999999999999', 'none', 'Allow', 'POLICY_NOT_ALLOWED', ' because no identity-based policy allows the execute-api:Invoke action'],
    ['999999999999', 'Allow', 'none', 'POLICY_NOT_ALLOWED', ' because no resource-based policy allows the execute-api:Invoke action'],
  ])('of account %s, caller %s, API %s: %s, and the text names the policy that decides', async (accountId, caller, api, code, text) => {
    const answer = await gateway({ policy: own(caller), accountId }, { policy: resource(api) }).send(sign());
    expect(answer).toMatchObject({ status: 403, error: { code } });
    expect(answer.text.slice(answer.text.indexOf('/GET/pets') + '/GET/pets'.length)).toBe(`${text}"}`);
  });
});
