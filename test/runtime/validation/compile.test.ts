import { GatewayError } from '../../../lib/errors';
import type { HeaderList } from '../../../lib/runtime/http/headers';
import { compileValidation, compileValidators } from '../../../lib/runtime/validation/compile';
import { bodyProblem } from '../../../lib/runtime/validation/body-problem';
import type { RunInSandbox } from '../../../lib/runtime/sandbox/jobs';
import { schemaPattern } from '../../../lib/runtime/sandbox/pattern';
import { compileModels, deployedSpec, readSpec, type MethodSpec } from '../../../lib/spec';
import { received, validated } from '../../support/exchange';

const URL = 'https://apigateway.amazonaws.com/restapis/{apiId}/models';

const SPEC = readSpec({
  format: 'synthgate/1',
  api: { id: 'api123', name: 'Test' },
  models: {
    Pet: { schema: { type: 'object', required: ['name'], properties: { name: { type: 'string' }, tags: { $ref: `${URL}/Tags` } } } },
    Tags: { schema: { type: 'array', items: { oneOf: [{ type: 'string' }, { $ref: `${URL}/Tag` }] } } },
    Tag: { schema: { type: 'object', properties: { parent: { $ref: `${URL}/Tag` }, raw: { type: 'string', format: 'byte' } } } },
  },
  requestValidators: {
    All: { validateRequestBody: true, validateRequestParameters: true },
    Nothing: {},
  },
  resources: {
    '/pets/{id}': {
      id: 'pets',
      methods: {
        POST: {
          requestValidator: 'All',
          requestModels: { 'application/json': 'Pet' },
          requestParameters: {
            'method.request.querystring.q': true, 'method.request.header.X-Need': true, 'method.request.path.id': true, 'method.request.header.X-May': false,
          },
          integration: { type: 'mock', responses: [] },
        },
      },
    },
  },
}, 'Test').spec;

const METHOD: MethodSpec = methodOf(SPEC.resources['/pets/{id}']?.methods.POST);

function methodOf(method: MethodSpec | undefined): MethodSpec {
  if (method === undefined) throw new Error('the fixture has POST');
  return method;
}

interface Given {
  readonly body?: string;
  readonly headers?: HeaderList;
  readonly query?: Record<string, readonly string[]>;
  readonly method?: Partial<MethodSpec>;
}

const NEEDED = [{ name: 'X-Need', value: '1' }];

/** Checks a body as a worker does: models that refer to themselves are never checked on the main thread. */
const run: RunInSandbox = async (job) => {
  if (job.type !== 'body') throw new Error(`no worker for ${job.type}`);
  const { models: { apiId, models }, model: name, bytes } = job;
  const model = compileModels(apiId, models, schemaPattern).get(name);
  if (model === undefined || !('validate' in model)) throw new Error(`there is no model ${name}`);
  const reason = bodyProblem(Buffer.from(bytes).toString('utf8'), model);
  return reason === undefined ? { type: 'passed' } : { type: 'refused', reason };
};

async function check({ body = '', headers = NEEDED, query = { q: ['1'] }, method = {} }: Given): Promise<string> {
  const validation = compileValidation({ ...METHOD, ...method }, compileValidators(deployedSpec(SPEC), run));
  try {
    await validation?.(validated({ received: received({ body: Buffer.from(body) }), headers, queryParameters: query, pathParameters: { id: '7' } }));
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return `${error.code} ${String(error.details.names ?? error.details.reason)}`;
    throw error;
  }
  return 'passed';
}

describe('request validation', () => {
  test('REQUEST_PARAMETERS_MISSING: names are in the order header, path, query; blank counts as missing', async () => {
    expect(await check({ headers: [{ name: 'X-Need', value: ' ' }], query: {} })).toBe('REQUEST_PARAMETERS_MISSING X-Need, q');
  });

  test('names of headers are compared as they are written', async () => {
    expect(await check({ headers: [{ name: 'x-need', value: '1' }] })).toBe('REQUEST_PARAMETERS_MISSING X-Need');
  });

  test('parameters are checked before the body', async () => {
    expect(await check({ headers: [], body: '{}' })).toMatch(/^REQUEST_PARAMETERS_MISSING/);
  });

  test.each([
    ['an empty body is checked as {}', ''],
    ['a body that is not valid JSON', 'name=x'],
    ['a wrong type', '{"name": 1}'],
    ['a wrong element behind two references', '{"name": "x", "tags": [{"parent": 1}]}'],
  ])('REQUEST_BODY_INVALID: %s', async (_, body) => {
    expect(await check({ body })).toMatch(/^REQUEST_BODY_INVALID ./);
  });

  test('circular references and oneOf work, format byte is not enforced', async () => {
    expect(await check({ body: '{"name": "x", "tags": ["a", {"parent": {"parent": {}}, "raw": "no base64!"}]}' })).toBe('passed');
  });

  test('a body nested deeper than the stack is refused, not an internal error', async () => {
    const depth = 20_000;
    expect(await check({ body: `{"name":"x","tags":[${'{"parent":'.repeat(depth)}{}${'}'.repeat(depth)}]}` })).toMatch(/^(REQUEST_BODY_INVALID|passed)/);
  });

  test('a media type without a model is not checked, and no content type counts as JSON', async () => {
    expect(await check({ body: 'x', headers: [...NEEDED, { name: 'content-type', value: 'text/plain' }] })).toBe('passed');
    expect(await check({ body: '{}', headers: [...NEEDED, { name: 'content-type', value: 'application/json; charset=utf-8' }] })).toMatch(/^REQUEST_BODY_INVALID/);
  });

  test.each([['without a validator', undefined], ['with one that checks nothing', 'Nothing']])('nothing is checked %s', async (_, requestValidator) => {
    expect(await check({ headers: [], method: { requestValidator } })).toBe('passed');
  });

  test('__proto__ in a body satisfies no required property', async () => {
    expect(await check({ body: '{"__proto__": {"name": "x"}}' })).toMatch(/^REQUEST_BODY_INVALID/);
  });
});
