import { createHash } from 'node:crypto';
import { MOCK, specInput } from '../../../support/spec';
import { wholeGateway } from '../../../support/whole-gateway';

const mock = { integration: { ...MOCK.integration, requestTemplates: { 'application/json': '{"statusCode": 200}' } }, methodResponses: { 200: {} } };
const gateway = wholeGateway({
  ...specInput(),
  resources: { '/': { id: 'root', methods: { GET: mock } }, '/pets': { id: 'pets', methods: { GET: mock, POST: mock } }, '/any': { id: 'any', methods: { ANY: mock } } },
  stages: { prod: {}, other: {} },
});

const MISSING = { status: 403, text: '{"message":"Missing Authentication Token"}', headers: { 'x-amzn-errortype': 'MissingAuthenticationTokenException' } };

describe('routing', () => {
  test.each(['/prod', '/prod/', '/prod//'])('%s is the root', async (target) => {
    expect((await gateway.send(target)).status).toBe(200);
  });

  test('an unknown path and a known path with an unknown method are one and the same 403, with the body of 42 bytes', async () => {
    for (const response of [await gateway.send('/prod/nothing'), await gateway.send('/prod/pets', { method: 'DELETE' })]) {
      expect(response).toMatchObject(MISSING);
      expect(response.body.length).toBe(42);
    }
  });

  test('a GET method does not answer HEAD; ANY does', async () => {
    expect(await gateway.send('/prod/pets', { method: 'HEAD' })).toMatchObject(MISSING);
    expect((await gateway.send('/prod/any', { method: 'HEAD' })).status).toBe(200);
  });

  test.each(['/', '/none/pets', '/PROD/pets', '/prod%2Fpets'])('%s has no stage: 403 Forbidden, with the body of 23 bytes', async (target) => {
    const response = await gateway.send(target);
    expect(response).toMatchObject({ status: 403, text: '{"message":"Forbidden"}', headers: { 'x-amzn-errortype': 'ForbiddenException' } });
    expect(response.body.length).toBe(23);
  });

  test('AUTHORIZATION_HEADER_INVALID: an unknown path with an Authorization that is not a signature says so, with its hash', async () => {
    const hash = createHash('sha256').update('Bearer token').digest('base64');
    const response = await gateway.send('/prod/nothing', { headers: { Authorization: 'Bearer token' } });
    expect(response).toMatchObject({ status: 403, headers: { 'x-amzn-errortype': 'IncompleteSignatureException' } });
    expect(response.reply.error?.code).toBe('AUTHORIZATION_HEADER_INVALID');
    expect(response.json().message).toBe(`Invalid key=value pair (missing equal-sign) in Authorization header (hashed with SHA-256 and encoded with Base64): '${hash}'.`);
    expect(response.text).not.toContain('token');
  });

  test.each([['raw-token'], ['Basic dXNlcjpwYXM=']])(
    'an unknown path with Authorization %s names the parts of a signature that are missing', async (Authorization) => {
      const response = await gateway.send('/prod/nothing', { headers: { Authorization } });
      expect(response).toMatchObject({ status: 403, headers: { 'x-amzn-errortype': 'IncompleteSignatureException' } });
      expect(response.reply.error?.code).toBe('AUTHORIZATION_HEADER_INVALID');
      const hash = createHash('sha256').update(Authorization).digest('base64');
      expect(response.json().message).toBe('Authorization header requires \'Credential\' parameter. Authorization header requires \'Signature\' parameter. '
        + 'Authorization header requires \'SignedHeaders\' parameter. Authorization header requires existence of either a \'X-Amz-Date\' or a \'Date\' header. '
        + `(Hashed with SHA-256 and encoded with Base64) Authorization=${hash}`);
    },
  );

  test('an unknown path with a complete signature is as one without', async () => {
    const headers = { 'Authorization': 'AWS4-HMAC-SHA256 Credential=a, SignedHeaders=host, Signature=0', 'X-Amz-Date': '20251121T001803Z' };
    expect(await gateway.send('/prod/nothing', { headers })).toMatchObject(MISSING);
  });

  test('X-HTTP-Method-Override changes nothing, unlike on AWS: a header cannot bypass the rules for a method', async () => {
    expect((await gateway.send('/prod/pets', { method: 'POST', headers: { 'X-HTTP-Method-Override': 'DELETE' } })).status).toBe(200);
    expect(await gateway.send('/prod/pets', { method: 'DELETE', headers: { 'X-HTTP-Method-Override': 'GET' } })).toMatchObject(MISSING);
  });
});
