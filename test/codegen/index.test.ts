import { writeProgram } from '../../lib/codegen';
import { readSpec, type GatewaySpecInput } from '../../lib/spec';
import { runProgram, specsOf } from '../support/codegen/run-program';

type Methods = NonNullable<NonNullable<GatewaySpecInput['resources']>[string]['methods']>;

const specOf = (given: Omit<GatewaySpecInput, 'format'>) => readSpec({ format: 'synthgate/1', ...given }, 'given').spec;

const mock = (responses: object[] = [{ statusCode: '200' }]) => ({ type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses }) as const;

function written(part: Omit<Partial<GatewaySpecInput>, 'api'> & { api?: object }, methods: Methods = { GET: { integration: mock() as never, methodResponses: { 200: {} } } }) {
  const { api, ...rest } = part;
  return writeProgram([{ spec: specOf({ api: { id: 'abc', name: 'Pets', ...api }, resources: { '/pets': { id: 'r1', methods } }, ...rest }), code: new Map() }], 'constructs');
}

const FUNCTION = { code: 'code', handler: 'index.handler' } as const;
const DECLARED = { methodResponses: { 200: {} } };

test.each<[string, ReturnType<typeof written>, string]>([
  ['the id of a resource', written({}), 'the ids of resources in /pets (requestContext.resourceId)'],
  ['a function that nothing calls', written({ functions: { Idle: FUNCTION } }), 'a function that no method calls'],
  ['a logical id', written({ functions: { Fn: { ...FUNCTION, logicalId: 'Fn1234' } } }, { GET: { integration: { type: 'proxy', function: 'Fn' } } }), 'the logical ids of Fn'],
  ['an unavailable function', written({ functions: { Fn: { unavailable: 'python3.12', handler: 'app.handler' } } }, {
    GET: { integration: { type: 'proxy', function: 'Fn' } },
  }), 'a function that cannot run here'],
  ['a container image', written({ functions: { Fn: { code: 'code', runtime: 'image', handler: 'CMD of the image' } } }, {
    GET: { integration: { type: 'proxy', function: 'Fn' } },
  }), 'a function that cannot run here'],
  ['an unavailable method', written({}, { GET: { integration: { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'its authorizer is not here' } } }),
    'a method that cannot be called here (AWS_PROXY): its authorizer is not here'],
  ['a function that is not called with POST', written({ functions: { Fn: FUNCTION } }, { GET: { integration: { type: 'proxy', function: 'Fn', httpMethod: 'GET' } } }),
    'a function called with GET, which fails on AWS'],
  ['parameters of a proxy integration', written({ functions: { Fn: FUNCTION } }, {
    GET: { integration: { type: 'proxy', function: 'Fn', requestParameters: { 'integration.request.header.A': "'a'" } } },
  }), 'request parameters of a proxy integration, which have no effect'],
  ['a parameter that is read and not declared', written({}, {
    GET: { integration: { type: 'http', uri: 'https://a.example', responses: [{ statusCode: '200' }], requestParameters: { 'integration.request.header.A': 'method.request.header.A' } }, ...DECLARED },
  }), 'method.request.header.A, which the integration reads and the method does not declare'],
  ['a response that is mapped and not declared', written({}, { GET: { integration: mock([{ statusCode: '201' }]) as never } }),
    '201, which the integration maps and the method does not declare'],
  ['action parameters with one name', written({}, {
    GET: { integration: { type: 'service', service: 'sns', action: 'Publish', actionParameters: [{ name: 'A', value: '1' }, { name: 'A', value: '2' }], responses: [{ statusCode: '200' }] }, ...DECLARED },
  }), 'action parameters with repeated or numeric names'],
  ['a model of a later draft', written({ models: { Pet: { schema: { type: 'object', if: {}, properties: { a: { const: 1 } } } } } }), 'a schema that is not of draft 4 (if)'],
  ['the draft of a model', written({ models: { Pet: { schema: { $schema: 'http://json-schema.org/draft-04/schema#', type: 'object' } } } }), '$schema of models, which has no effect'],
  ['a limit of no method', written({ stages: { prod: {} }, usagePlans: { Basic: { stages: { prod: { methods: { '/cats/GET': {} } } } } } }),
    'the limit of /cats/GET, which the definition does not have'],
  ['a canary of an earlier deployment', written({ stages: { prod: { canary: { percentTraffic: 10, deployment: 'a'.repeat(64) } } } }), `the canary of deployment ${'a'.repeat(64)}`],
])('is an issue: %s', (_, { issues, text }, what) => {
  expect(issues).toContainEqual(expect.objectContaining({ code: 'PROGRAM_NOT_EXACT', severity: 'loss', message: expect.stringContaining(what) as string }));
  expect(specsOf(runProgram(text))).toHaveLength(1);
});

describe('the runtime of a function', () => {
  const code = new Map([['Fn', { code: 'test/support/functions/python', handler: 'app.main' }]]);
  const write = (runtime: string, target: 'constructs' | 'cdk') => {
    const methods: Methods = { GET: { integration: { type: 'proxy', function: 'Fn' } } };
    const functions = { Fn: { code: 'code', handler: 'app.main', runtime, architecture: 'arm64' as const } };
    return writeProgram([{ spec: specOf({ api: { id: 'abc', name: 'Pets' }, resources: { '/pets': { id: 'r1', methods } }, functions }), code }], target);
  };

  test.each([
    ['python3.13', 'FunctionRuntime.PYTHON_3_13', 'Runtime.PYTHON_3_13'], ['provided.al2023', 'FunctionRuntime.PROVIDED_AL2023', 'Runtime.PROVIDED_AL2023'],
    ['ruby3.4', 'FunctionRuntime.RUBY_3_4', 'Runtime.RUBY_3_4'], ['python3.16', undefined, "new Runtime('python3.16')"], ['provided.al2', undefined, 'Runtime.PROVIDED_AL2'],
  ])('%s is %s of constructs, %s of the CDK', (runtime, ofConstructs, ofCdk) => {
    for (const [target, expected] of [['constructs', ofConstructs], ['cdk', ofCdk]] as const) {
      if (expected === undefined) continue;
      const { text, issues } = write(runtime, target);
      expect(text).toContain(`runtime: ${expected},`);
      expect(specsOf(runProgram(text))[0]?.functions).toMatchObject({ Fn: { runtime, handler: 'app.main', architecture: 'arm64' } });
      expect(issues.filter(({ message }) => message.includes('runtime'))).toEqual([]);
    }
  });

  test('that constructs do not have is the newest of its language', () => {
    const { text, issues } = write('python3.16', 'constructs');
    expect(text).toContain('runtime: FunctionRuntime.PYTHON_3_14,');
    expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining('the runtime python3.16'));
  });
});

test('a method that cannot be carried answers 501, says why above it, and keeps what protects it', () => {
  const { text } = written({}, {
    POST: {
      authorization: { type: 'AWS_IAM' }, apiKeyRequired: true,
      integration: { type: 'unavailable', awsType: 'AWS', target: 'arn:aws:x', reason: 'it calls a VPC link', declared: { authorizationType: 'CUSTOM', authorizer: 'Auth' } },
    },
  });
  expect(text).toContain('// Not carried over (it calls a VPC link). In its source: AWS arn:aws:x, protected by Auth\n');
  const [spec] = specsOf(runProgram(text));
  expect(spec?.resources['/pets']?.methods.POST).toMatchObject({
    authorization: { type: 'AWS_IAM' }, apiKeyRequired: true, integration: { type: 'mock', responses: [{ statusCode: '501' }] },
  });
});

test('names that are not identifiers, and texts that would end a comment or a string, are written as what they are', () => {
  const name = 'it\'s "x" \\ `${a}`';
  const { text, secrets } = written({
    api: { name: '1 of *//\n 2', description: `${name}\n*/ process.exit()` },
    stages: { prod: { variables: { '1a': 'x', '2token': 'secret-value' } } },
  }, {
    GET: { operationName: name, integration: { type: 'unavailable', awsType: 'HTTP', reason: 'a\nprocess.exit(1)' } },
    PUT: { integration: { type: 'http-proxy', uri: 'https://a.example', requestParameters: { 'integration.request.header.1-token': "'abc'" } } },
  });
  const [again] = specsOf(runProgram(text, secrets));
  expect(again?.api).toMatchObject({ name: '1 of *//\n 2', description: `${name}\n*/ process.exit()` });
  expect(again?.resources['/pets']?.methods.GET?.operationName).toBe(name);
  expect(again?.stages.prod?.variables).toEqual({ '1a': 'x', '2token': 'secret-value' });
  expect(again?.resources['/pets']?.methods.PUT?.integration).toMatchObject({ requestParameters: { 'integration.request.header.1-token': "'abc'" } });
});

test.each(['\n', '\r', '\u2028', '\u2029'])('a text of the source with the line end %j does not leave a comment', (end) => {
  const attack = `x${end}globalThis.wasRun = true;//`;
  const spec = specOf({
    api: { id: 'abc', name: attack },
    functions: { Fn: { unavailable: attack, handler: attack }, Placed: FUNCTION },
    apiKeys: { [attack]: { value: 'key-value-0123456789' } },
    resources: { '/': { id: 'r1', methods: {
      GET: { integration: { type: 'unavailable', awsType: 'HTTP', target: attack, reason: attack, declared: { authorizationType: 'CUSTOM', authorizer: attack } } },
      PUT: { integration: { type: 'proxy', function: 'Placed' } },
      POST: { integration: { type: 'proxy', function: 'Fn' } },
    } } },
  });
  const code = new Map([['Placed', { code: 'code', handler: 'index.handler', comment: attack }]]);
  for (const target of ['constructs', 'cdk'] as const) {
    const { text } = writeProgram([{ spec, code }], target);
    expect(text).toContain('wasRun');
    expect(text.split(/[\n\r\u2028\u2029]/).filter((line) => line.trim().startsWith('globalThis'))).toEqual([]);
  }
});

describe('secrets', () => {
  const { text, issues, secrets } = written({
    functions: {
      Fn: { ...FUNCTION, environment: { DB_PASSWORD: 'hunter2', TABLE: 'pets', SECRET_ARN: 'arn:aws:secretsmanager:x' } },
      Other: { ...FUNCTION, environment: { DB_PASSWORD: 'other-password' }, onFailure: { type: 'http', url: 'https://user:failed-password@a.example' } },
    },
    gatewayResponses: { DEFAULT_4XX: { responseTemplates: { 'text/plain': 'https://a.example/?sig=gateway-password' } } },
    apiKeys: { Mobile: { value: 'mobile-key-0123456789' } },
    stages: { prod: { variables: { apiKey: 'stage-secret' } } },
  }, {
    GET: { integration: { type: 'proxy', function: 'Fn' } },
    POST: { integration: { type: 'proxy', function: 'Other' } },
    PUT: {
      integration: {
        type: 'http-proxy', uri: 'https://user:backend-password@a.example', requestParameters: { 'integration.request.header.Authorization': "'Bearer constant'" },
      },
    },
    PATCH: {
      integration: { type: 'mock', responses: [{ statusCode: '200', responseTemplates: { 'text/plain': 'https://a.example/?sig=response-password' } }] },
      methodResponses: { 200: {} },
    },
  });

  test('none is in the program, which reads each from a variable of its own', () => {
    expect([...secrets]).toEqual([
      ['DB_PASSWORD', 'hunter2'], ['OTHER_DB_PASSWORD', 'other-password'], ['ON_FAILURE_URL', 'https://user:failed-password@a.example'],
      ['API_KEY', 'stage-secret'], ['RESPONSE_TEMPLATE', 'https://a.example/?sig=gateway-password'],
      ['RESPONSE_TEMPLATE_2', 'https://a.example/?sig=response-password'],
      ['BACKEND_URL', 'https://user:backend-password@a.example'], ['AUTHORIZATION', 'Bearer constant'], ['MOBILE_API_KEY', 'mobile-key-0123456789'],
    ]);
    for (const secret of secrets.values()) expect(text).not.toContain(secret);
    expect(text).toContain("TABLE: 'pets'");
    expect(text).toContain("SECRET_ARN: 'arn:aws:secretsmanager:x'");
    expect(issues.filter(({ code }) => code === 'PROGRAM_SECRET_LEFT_OUT').map(({ message }) => message)).toContain(
      'the value of the key is a secret and is not in the program, which reads it from MOBILE_API_KEY',
    );
  });

  test('with the variables set the program declares them again; without, a key has no value', () => {
    const [again] = specsOf(runProgram(text, secrets));
    expect(again?.functions.Fn?.environment.DB_PASSWORD).toBe('hunter2');
    expect(again?.resources['/pets']?.methods.PUT?.integration).toMatchObject({ requestParameters: { 'integration.request.header.Authorization': "'Bearer constant'" } });
    expect(again?.apiKeys.Mobile?.value).toBe('mobile-key-0123456789');
    const [without] = specsOf(runProgram(text, new Map([...secrets].filter(([name]) => name !== 'MOBILE_API_KEY'))));
    expect(without?.apiKeys.Mobile?.value).toBeUndefined();
  });

  test.each([...secrets.keys()].filter((name) => name !== 'MOBILE_API_KEY'))('without %s, or with an empty one, the program fails', (variable) => {
    for (const variables of [[], [[variable, '']] as const]) {
      const remaining = [...secrets].filter(([name]) => name !== variable);
      expect(() => runProgram(text, new Map([...remaining, ...variables]))).toThrow(`set ${variable}: it is a secret and not in this program`);
    }
  });

  test('a program without any has no function that reads them', () => {
    expect(written({ functions: { secret: FUNCTION } }, { GET: { integration: { type: 'proxy', function: 'secret' } } }).text).not.toMatch(/process\.env|function secret|const secret =/);
  });
});

test.each([
  ['http://svc:hunter2@internal/x', 'HTTP http://…@internal/x'],
  ['http://svc:hunter2@internal/x?y=1', 'HTTP http://…@internal/x?…'],
  ['http://internal/AKIAABCDEFGHIJKLMNOP', 'HTTP …'],
  ['http://internal/x?y=1', 'HTTP http://internal/x?y=1'],
])('the target %s of a method that cannot be called is shown as %s', (target, shown) => {
  const { text, issues } = written({}, { GET: { integration: { type: 'unavailable', awsType: 'HTTP', target, reason: `it calls ${target}` } } });
  expect(text).toContain(`In its source: ${shown}\n`);
  expect(issues.map(({ message }) => message)).toContainEqual(expect.stringContaining(`a method that cannot be called here (${shown}): `));
  expect(text + JSON.stringify(issues)).not.toMatch(/hunter2|AKIA/);
});

test('a canary reads its secret variables from the environment, as its stage does', () => {
  const { text, secrets } = written({
    stages: { prod: { variables: { apiKey: 'stage-secret' }, canary: { percentTraffic: 10, stageVariableOverrides: { apiKey: 'canary-secret', color: 'red' } } } },
  });
  expect(text).not.toMatch(/(stage|canary)-secret/);
  expect([...secrets]).toEqual([['API_KEY', 'stage-secret'], ['CANARY_API_KEY', 'canary-secret']]);
  expect(specsOf(runProgram(text, secrets))[0]?.stages.prod).toMatchObject({
    variables: { apiKey: 'stage-secret' }, canary: { stageVariableOverrides: { apiKey: 'canary-secret', color: 'red' } },
  });
});

test.each([['api', 'ApiStack'], ['Api', 'ApiStack'], ['pets-api', 'PetsStack'], ['Pets', 'PetsStack'], ['Stack', 'StackStack']])('the stack of an API called %s is %s', (name, stack) => {
  const { text } = writeProgram([{ spec: specOf({ api: { id: 'abc', name } }), code: new Map() }], 'cdk');
  expect(text).toContain(`export class ${stack} extends Stack {`);
});

test('layers of a function are an issue, and a comment above it', () => {
  const spec = specOf({
    api: { id: 'abc', name: 'Pets' }, functions: { Fn: FUNCTION },
    resources: { '/': { id: 'r1', methods: { GET: { integration: { type: 'proxy', function: 'Fn' } } } } },
  });
  const { text, issues } = writeProgram([{ spec, code: new Map([['Fn', { code: 'code', handler: 'index.handler', layers: ['layers/a', 'layers/b'] }]]) }], 'constructs');
  expect(text).toContain('// Its layers are not here: install what it uses of layers/a, layers/b beside its code.\nconst fn = new ProxyFunction(');
  expect(issues).toContainEqual(expect.objectContaining({
    code: 'PROGRAM_NOT_EXACT', severity: 'loss', location: 'Pets/function Fn', message: 'the program differs in a function with layers (layers/a, layers/b): it has no layers',
  }));
});

test.each<[string, object, Record<string, string>]>([
  ['an address with a key', { type: 'http-proxy', uri: 'https://a.example/?api_key=hunter2' }, { BACKEND_URL: 'https://a.example/?api_key=hunter2' }],
  ['a request template', {
    type: 'http', uri: 'https://a.example', requestTemplates: { 'application/json': '{"to": "redis://:hunter2@cache"}', 'text/plain': 'hello' }, responses: [{ statusCode: '200' }],
  }, { REQUEST_TEMPLATE: '{"to": "redis://:hunter2@cache"}' }],
  ['a request template of a mock', { ...mock(), requestTemplates: { 'application/json': '{"statusCode": 200} https://a:hunter2@b' } }, { REQUEST_TEMPLATE: '{"statusCode": 200} https://a:hunter2@b' }],
  ['an action parameter', {
    type: 'service', service: 'sns', action: 'Publish', actionParameters: [{ name: 'AuthToken', value: 'hunter2' }, { name: 'TopicArn', value: 'arn:aws:sns:us-east-1:123456789012:a' }],
    responses: [{ statusCode: '200' }],
  }, { AUTH_TOKEN: 'hunter2' }],
])('%s is read from the environment if it is a secret', (_, integration, expected) => {
  const methods: Methods = { GET: { integration: integration as never, ...DECLARED } };
  const { text, secrets, issues } = written({}, methods);
  expect(text + JSON.stringify(issues)).not.toContain('hunter2');
  expect(Object.fromEntries(secrets)).toEqual(expected);
  expect(specsOf(runProgram(text, secrets))[0]?.resources['/pets']?.methods.GET?.integration).toMatchObject(integration);
});

test('a proxy resource whose method is not carried says why above it', () => {
  const methods: Methods = { ANY: { integration: { type: 'unavailable', awsType: 'HTTP_PROXY', target: 'http://internal/', reason: 'it calls a VPC link' } } };
  const { text } = writeProgram([{
    spec: specOf({ api: { id: 'abc', name: 'Pets' }, resources: { '/': { id: 'r1', methods }, '/{proxy+}': { id: 'r2', methods } } }), code: new Map(),
  }], 'constructs');
  expect(text).toMatch(/\/\/ Not carried over \(it calls a VPC link\)\. In its source: HTTP_PROXY http:\/\/internal\/\napi\.root\.addProxy\(/);
});
