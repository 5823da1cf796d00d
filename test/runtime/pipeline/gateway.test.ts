import type { InvocationOutcome } from '../../../lib/runtime/ports';
import { specInput, specWithMethod } from '../../support/spec';
import { wholeGateway, type TestRequest } from '../../support/whole-gateway';

/* The order of a request's steps, by what answers when everything is wrong at once. */

const KEY = 'a-key-of-twenty-characters';
const allow: InvocationOutcome = {
  type: 'result',
  payload: JSON.stringify({ principalId: 'me', policyDocument: { Version: '2012-10-17', Statement: [{ Action: 'execute-api:Invoke', Effect: 'Allow', Resource: '*' }] } }),
};

/** Every step refuses in its own way; with each further header of the client one step more lets it pass. */
function everythingWrong() {
  const calls: string[] = [];
  const gateway = wholeGateway({
    ...specInput(),
    functions: { Auth: { code: 'auth', handler: 'index.handler' }, Backend: { code: 'backend', handler: 'index.handler' } },
    authorizers: { Auth: { type: 'token', function: 'Auth', resultsCacheTtlSeconds: 0 } },
    models: { Pet: { schema: { type: 'object', required: ['name'] } } },
    requestValidators: { All: { validateRequestBody: true, validateRequestParameters: true } },
    resources: {
      '/pets': {
        id: 'pets',
        methods: {
          POST: {
            authorization: { type: 'CUSTOM', authorizer: 'Auth' }, apiKeyRequired: true, requestValidator: 'All',
            requestParameters: { 'method.request.querystring.q': true }, requestModels: { 'application/json': 'Pet' },
            integration: {
              type: 'mapped', function: 'Backend', passthroughBehavior: 'NEVER', requestTemplates: { 'application/json': '$input.body' },
              responses: [{ statusCode: '200' }],
            },
            methodResponses: { 200: {} },
          },
        },
      },
    },
    stages: { prod: {} },
    apiKeys: { Key: { value: KEY } },
    usagePlans: { Plan: { keys: ['Key'], throttle: { rateLimit: 0, burstLimit: 5 }, stages: { prod: {} } } },
  }, {
    functions: ({ name }) => {
      calls.push(name);
      return Promise.resolve(name === 'Auth' ? allow : { type: 'result', payload: '"done"' });
    },
  });
  const post = (target: string, headers: Record<string, string>, body = '{}'): ReturnType<typeof gateway.send> => gateway.send(target, { method: 'POST', headers, body } satisfies TestRequest);
  return { calls, post };
}

describe('the order of a request', () => {
  const token = { Authorization: 'token' };
  const key = { ...token, 'X-Api-Key': KEY };

  test('stage, route, authorizer, API key, parameters, body, media type, limit are checked in this order', async () => {
    const { calls, post } = everythingWrong();
    const steps: readonly [string, Record<string, string>, string, number, string][] = [
      ['/none/pets', {}, '{}', 403, 'Forbidden'],
      ['/prod/nothing', {}, '{}', 403, 'Missing Authentication Token'],
      ['/prod/pets', {}, '{}', 401, 'Unauthorized'],
      ['/prod/pets', token, '{}', 403, 'Forbidden'],
      ['/prod/pets', key, '{}', 400, 'Missing required request parameters: [q]'],
      ['/prod/pets?q=1', key, '{}', 400, 'Invalid request body'],
      ['/prod/pets?q=1', { ...key, 'Content-Type': 'text/plain' }, 'x', 415, 'Unsupported Media Type'],
    ];
    for (const [target, headers, body, status, message] of steps) {
      const response = await post(target, headers, body);
      expect([target, response.status, response.json().message]).toEqual([target, status, message]);
    }
    expect(calls.filter((name) => name === 'Backend')).toEqual([]);
    expect(await post('/prod/pets?q=1', key, '{"name": "x"}')).toMatchObject({ status: 200, text: '"done"' });
  });

  test('throttling comes after the key and before validation, which a request that is refused never reaches', async () => {
    const { calls, post } = everythingWrong();
    for (let used = 0; used < 5; used += 1) expect((await post('/prod/pets', key)).status).toBe(400);
    expect(await post('/prod/pets', key)).toMatchObject({ status: 429, text: '{"message":"Too Many Requests"}' });
    expect((await post('/prod/pets', token)).status).toBe(403);
    expect(calls).not.toContain('Backend');
  });
});

test('the ids of the event are those of the response: a UUID, and one that ends with =', async () => {
  const events: { readonly requestContext: Record<string, unknown>; readonly headers: Record<string, string> }[] = [];
  const gateway = wholeGateway(specWithMethod({ integration: { type: 'proxy', function: 'fn' } }, {
    functions: { fn: { code: 'fn', handler: 'index.handler' } }, stages: { prod: {} },
  }), {
    functions: (_, { payload }) => {
      events.push(JSON.parse(payload) as (typeof events)[number]);
      return Promise.resolve({ type: 'result', payload: '{}' });
    },
  });
  const { headers } = await gateway.send('/prod');
  expect(events[0].requestContext).toMatchObject({ requestId: headers['x-amzn-requestid'], extendedRequestId: headers['x-amz-apigw-id'] });
  expect([headers['x-amzn-requestid'], headers['x-amz-apigw-id']]).toEqual([expect.stringMatching(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/), expect.stringMatching(/[^=]=$/)]);
  expect(events[0].headers['X-Amzn-Trace-Id'].split(';')[0]).toBe(headers['x-amzn-trace-id'].split(';')[0]);
});
