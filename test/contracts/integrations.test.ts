import type { SystemPorts } from '../../lib/runtime/ports';
import type { GatewaySpecInput } from '../../lib/spec';
import { INTEGRATION_KINDS, type CallableKind, type RecordedRequest, type OnRequest, type IntegrationFixture, type IntegrationOptions } from '../support/integration-kinds';
import { specInput } from '../support/spec';
import { wholeGateway, type TestRequest, type Backends, type TestResponse } from '../support/whole-gateway';

/*
 * The behavior of every kind of integration, through every step of a request, in memory. The fixture of a kind has the
 * differences. test/contracts/integrations-served.test.ts covers the same over HTTP where that matters.
 */

interface Definition {
  readonly options?: IntegrationOptions;
  readonly cors?: boolean;
  readonly api?: Partial<GatewaySpecInput['api']>;
  readonly variables?: Record<string, string>;
}

/** A gateway with one method ANY (under CORS: GET) of a kind at /t, on stage `prod`. */
function gatewayOf(
  { input }: IntegrationFixture,
  backend: Partial<Backends>,
  { options = {}, cors = false, api, variables }: Definition = {},
  ports: Partial<SystemPorts> = {},
) {
  const declared = Object.keys(options.responseParameters ?? {}).map((target) => [target, true] as const);
  const method = { integration: input(options), methodResponses: { 200: { responseParameters: Object.fromEntries(declared) } } };
  return wholeGateway({
    ...specInput(),
    api: { id: 'pets', name: 'Pets', ...api },
    functions: { fn: { code: 'fn', handler: 'index.handler' } },
    resources: { '/t': { id: 't', ...(cors ? { cors: { methods: ['GET'], allowHeaders: [], allowMethods: ['GET', 'OPTIONS'] } } : {}), methods: { [cors ? 'GET' : 'ANY']: method } } },
    stages: { prod: { variables } },
  }, backend, ports);
}

/** Sends one request; returns the response and the requests that reached the backend. */
async function once(fixture: IntegrationFixture, { definition, request, answer }: {
  readonly definition?: Definition; readonly request?: TestRequest & { readonly target?: string }; readonly answer?: Parameters<IntegrationFixture['answering']>[0];
} = {}): Promise<TestResponse & { readonly requests: readonly RecordedRequest[] }> {
  const requests: RecordedRequest[] = [];
  const onRequest: OnRequest = (one) => {
    requests.push(one);
    return Promise.resolve(undefined);
  };
  const gateway = gatewayOf(fixture, fixture.answering(answer, onRequest), definition);
  return { ...await gateway.send(request?.target ?? '/prod/t', request), requests };
}

const JSON_TYPE = { 'Content-Type': 'application/json' };
const STAR = { 'method.response.header.Access-Control-Allow-Origin': '\'*\'' };
const kinds = Object.entries(INTEGRATION_KINDS) as [CallableKind, IntegrationFixture][];
const kindsThat = (has: (fixture: IntegrationFixture) => boolean) => kinds.filter(([, fixture]) => has(fixture));

describe.each(kinds)('%s', (kind, fixture) => {
  test('a success is 200 with the ids of the request, and no error type', async () => {
    const response = await once(fixture);
    expect(response).toMatchObject({ status: 200, headers: { 'x-amzn-requestid': expect.stringMatching(/^[\da-f-]{36}$/), 'x-amz-apigw-id': expect.stringMatching(/=$/) } });
    expect(response.headers).not.toHaveProperty('x-amzn-errortype');
  });

  test('the response is application/json where nothing says otherwise', async () => {
    expect((await once(fixture)).headers['content-type']).toBe('application/json');
  });

  test('X-Amzn-Trace-Id is on successes of functions and mapped HTTP, and its root on errors after the call of a function', async () => {
    expect(Object.hasOwn((await once(fixture)).headers, 'x-amzn-trace-id')).toBe(fixture.tracesResponses);
    for (const { backend, options, status } of fixture.failures.filter((failure) => failure.status >= 400)) {
      const response = await gatewayOf(fixture, backend, { options }).send('/prod/t');
      expect(response).toMatchObject({ status });
      if (fixture.requiresJsonBody) expect(response.headers['x-amzn-trace-id']).toMatch(/^Root=1-[\da-f]{8}-[\da-f]{24}$/);
      else expect(response.headers).not.toHaveProperty('x-amzn-trace-id');
    }
  });

  test.each(fixture.failures)('$name: $status', async ({ backend, options, status, message }) => {
    const response = await gatewayOf(fixture, backend, { options }).send('/prod/t');
    expect(response).toMatchObject({ status, headers: { 'content-type': 'application/json' } });
    if (message === undefined) return;
    expect(response.text).toBe(`{"message": "${message}"}`);
    expect(response.headers['x-amzn-errortype']).toBe('InternalServerErrorException');
  });

  test('the cause of a failure is in the log, not in the response', async () => {
    for (const { backend, options, message } of fixture.failures.filter((failure) => failure.message !== undefined)) {
      const gateway = gatewayOf(fixture, backend, { options });
      const { text } = await gateway.send('/prod/t');
      expect(gateway.log.filter(({ message: what }) => what === 'request')).toEqual([expect.objectContaining({ level: 'error', code: expect.any(String) })]);
      expect(text).toBe(`{"message": "${message ?? ''}"}`);
    }
  });

  test('CORS adds its header where the gateway maps the response, and nowhere else', async () => {
    const { headers } = await once(fixture, { definition: { cors: true }, request: { headers: { Origin: 'https://page.example' } } });
    expect(headers['access-control-allow-origin']).toBe(fixture.mapsResponses ? '*' : undefined);
  });

  test('errors of the gateway carry no CORS header by themselves', async () => {
    for (const { backend, options } of fixture.failures.filter(({ message }) => message !== undefined)) {
      const response = await gatewayOf(fixture, backend, { options, cors: true }).send('/prod/t', { headers: { Origin: 'https://page.example' } });
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('a POST with a JSON content type and an invalid body is 400 for functions only', async () => {
    const response = await once(fixture, { request: { method: 'POST', headers: JSON_TYPE, body: 'a=1' } });
    expect(response.status).toBe(fixture.requiresJsonBody ? 400 : 200);
    if (fixture.requiresJsonBody) expect(response).toMatchObject({ headers: { 'x-amzn-errortype': 'BadRequestException' }, requests: [] });
  });

  test('HEAD is answered like GET; the server leaves the body out', async () => {
    const [get, head] = await Promise.all(['GET', 'HEAD'].map((method) => once(fixture, { request: { method }, answer: { body: '"text"' } })));
    expect(head).toMatchObject({ status: get.status, headers: { 'content-type': get.headers['content-type'] } });
  });

  test('two requests at once each get their own answer, in whatever order they end', async () => {
    const options: IntegrationOptions = {
      requestTemplates: { 'application/json': '{"statusCode": 200, "who": "$input.params(\'who\')"}' },
      requestParameters: kind === 'http' ? { 'integration.request.querystring.who': 'method.request.querystring.who' } : {},
      responseTemplates: { 'application/json': '$input.params(\'who\') $input.path(\'$\') $context.requestId' },
    };
    let letFirstGo = (): void => undefined;
    const firstMayGo = new Promise<void>((resolve) => { letFirstGo = resolve; });
    const begun: string[] = [];
    const onRequest: OnRequest = async ({ body, url }) => {
      const who = body.includes('second') || url.includes('second') ? 'second' : 'first';
      begun.push(who);
      if (who === 'first') await firstMayGo;
      return JSON.stringify(who);
    };
    let ids = 0;
    const gateway = gatewayOf(fixture, fixture.answering({}, onRequest), { options }, { newId: () => `id-${++ids}` });
    const pending = ['first', 'second'].map((who) => gateway.send(`/prod/t?who=${who}`));
    const second = await pending[1];
    letFirstGo();
    const response = [await pending[0], second];
    expect(response.map(({ status, headers }) => [status, headers['x-amzn-requestid']])).toEqual([[200, 'id-1'], [200, 'id-3']]);
    const backend = (who: string) => (kind === 'mock' ? '{}' : who);
    expect(response.map(({ text }) => text)).toEqual(fixture.mapsResponses
      ? [`first ${backend('first')} id-1`, `second ${backend('second')} id-3`]
      : ['"first"', '"second"']);
    expect(begun).toEqual(kind === 'mock' ? [] : ['first', 'second']);
  });

  test('no header can be injected into the response or the backend request', async () => {
    const sources = ['method.request.querystring.v', 'method.request.multivaluequerystring.v', 'method.request.header.X-V', 'stageVariables.v', 'context.path'];
    const options: IntegrationOptions = {
      requestTemplates: { 'application/json': '#set($context.responseOverride.header.X-Over = $input.params(\'v\'))#set($context.requestOverride.header.X-Over = $input.params(\'v\')){"statusCode": 200}' },
      requestParameters: Object.fromEntries(sources.map((source, index) => [`integration.request.header.X-${index}`, source])),
      responseParameters: {
        'method.response.header.X-Body': 'integration.response.body.v', 'method.response.header.X-Header': 'integration.response.header.X-V',
        'method.response.header.X-Path': 'context.path',
      },
    };
    const evil = 'a\r\nInjected: 1';
    const request = { target: `/prod/t?v=${encodeURIComponent(evil)}&v=${encodeURIComponent(evil)}`, headers: { 'X-V': 'a' } };
    for (const overriding of [options, { ...options, requestTemplates: undefined }]) {
      const response = await once(fixture, { definition: { options: overriding }, request, answer: { headers: { 'X-V': 'v' }, body: JSON.stringify({ v: evil }) } });
      const lines = [...response.reply.headers.map(({ name, value }) => `${name}: ${value}`), ...response.requests.flatMap(({ headers }) => Object.entries(headers).map(([name, value]) => `${name}: ${value}`))];
      expect(lines.filter((line) => /[\r\n\0]/.test(line) || line.startsWith('Injected'))).toEqual([]);
    }
  });

  test('parameters without a source set nothing', async () => {
    const { status, requests } = await once(fixture, {
      definition: { options: { requestParameters: { 'integration.request.header.X-None': 'method.request.header.None', 'integration.request.querystring.none': 'method.request.querystring.none' } } },
    });
    expect(status).toBe(200);
    for (const { headers, url } of requests) {
      expect(headers).not.toHaveProperty('x-none');
      expect(url).not.toContain('none');
    }
  });
});

describe.each(kindsThat(({ late }) => late !== undefined))('%s, which calls something', (_, fixture) => {
  test('no answer in time is 504', async () => {
    const gateway = gatewayOf(fixture, fixture.late ?? {}, { options: { timeoutMs: 50 } });
    expect(await gateway.send('/prod/t')).toMatchObject({
      status: 504, text: '{"message": "Endpoint request timed out"}', headers: { 'x-amzn-errortype': 'InternalServerErrorException', 'content-type': 'application/json' },
    });
  });

  test('the target may come from a stage variable; an unknown one is empty and fails its own method only', async () => {
    const { target, part } = fixture.variableTarget ?? { target: '', part: '' };
    const known = await once(fixture, { definition: { options: { target }, variables: { part } } });
    expect(known).toMatchObject({ status: 200 });
    expect(known.requests[0]?.url).toMatch(/^(fn|http:\/\/backend\/p)$/);
    const unknown = await once(fixture, { definition: { options: { target } } });
    expect(unknown.requests.filter(({ url }) => url === 'fn' || url.includes('backend'))).toEqual([]);
  });
});

describe.each(kindsThat(({ mapsResponses }) => mapsResponses))('%s, which maps responses', (kind, fixture) => {
  test('a constant in single quotes is a header of the response', async () => {
    expect((await once(fixture, { definition: { options: { responseParameters: STAR } } })).headers['access-control-allow-origin']).toBe('*');
  });

  test('a header that the method maps itself wins over CORS', async () => {
    const own = { 'method.response.header.access-control-allow-origin': '\'https://own.example\'' };
    const response = await once(fixture, { definition: { options: { responseParameters: own }, cors: true } });
    expect(response.headers['access-control-allow-origin']).toBe('https://own.example');
  });

  test('mapped headers are on the response that was selected, and on no error', async () => {
    for (const { backend, options } of fixture.failures.filter(({ message }) => message !== undefined)) {
      const response = await gatewayOf(fixture, backend, { options: { ...options, responseParameters: STAR } }).send('/prod/t');
      expect(response.headers).not.toHaveProperty('access-control-allow-origin');
    }
  });

  test('no backend header reaches the client unless it is mapped', async () => {
    const { headers } = await once(fixture, { answer: { headers: { 'X-Behind': '1', 'Server': 'gunicorn', 'Content-Type': 'text/html' }, body: '"text"' } });
    expect(headers).not.toHaveProperty('x-behind');
    expect(Object.keys(headers).filter((name) => name.includes('server'))).toEqual([]);
    expect(headers['content-type']).toBe('application/json');
  });

  test('a mapped header that is the connection\'s is renamed, Transfer-Encoding is dropped', async () => {
    const options = { responseParameters: { 'method.response.header.Server': '\'s\'', 'method.response.header.WWW-Authenticate': '\'w\'', 'method.response.header.Transfer-Encoding': '\'chunked\'' } };
    const { headers } = await once(fixture, { definition: { options } });
    expect(headers).toMatchObject({ 'x-amzn-remapped-server': 's', 'x-amzn-remapped-www-authenticate': 'w' });
    for (const name of ['server', 'www-authenticate', 'transfer-encoding', 'x-amzn-remapped-transfer-encoding']) expect(headers).not.toHaveProperty(name);
  });

  test('the response template is chosen by Accept, else the first; without Accept JSON, else the first; it names the type', async () => {
    const both = { 'text/xml': '<x/>', 'application/json': '{}' };
    const templates = { 'text/xml': '<x/>' };
    const responseTo = async (responseTemplates: Record<string, string>, accept?: string) =>
      once(fixture, { definition: { options: { responseTemplates } }, request: accept === undefined ? {} : { headers: { accept } } });
    expect(await responseTo(both, 'text/xml, */*')).toMatchObject({ text: '<x/>', headers: { 'content-type': 'text/xml' } });
    expect(await responseTo(both, 'application/json')).toMatchObject({ text: '{}', headers: { 'content-type': 'application/json' } });
    expect(await responseTo(both, 'text/css')).toMatchObject({ text: '<x/>', headers: { 'content-type': 'text/xml' } });
    expect(await responseTo(both)).toMatchObject({ text: '{}', headers: { 'content-type': 'application/json' } });
    expect(await responseTo(templates)).toMatchObject({ text: '<x/>', headers: { 'content-type': 'text/xml' } });
  });

  test('a template that fails is 500 and reveals nothing', async () => {
    const options = { responseTemplates: { 'application/json': '#foreach($i in [0..2000])x#end' } };
    expect(await once(fixture, { definition: { options } })).toMatchObject({ status: 500, text: '{"message": "Internal server error"}' });
  });

  test('an override of one request does not affect the next', async () => {
    const options = { responseTemplates: { 'application/json': '#if($input.params("o") == "1")#set($context.responseOverride.status = 418)#set($context.responseOverride.header.X-O = "1")#{end}x' } };
    const gateway = gatewayOf(fixture, fixture.answering(), { options });
    expect(await gateway.send('/prod/t?o=1')).toMatchObject({ status: 418, headers: { 'x-o': '1' } });
    const next = await gateway.send('/prod/t');
    expect(next.status).toBe(200);
    expect(next.headers).not.toHaveProperty('x-o');
  });

  test('no matching integration response and no default is 500', async () => {
    const input = fixture.input();
    if (!('responses' in input)) throw new Error('a kind that maps responses has them');
    const unmatched: IntegrationFixture = { ...fixture, input: () => ({ ...input, responses: [{ statusCode: '200', selectionPattern: 'never' }] }) };
    expect(await once(unmatched)).toMatchObject({ status: 500, text: '{"message": "Internal server error"}', headers: { 'x-amzn-errortype': 'InternalServerErrorException' } });
  });

  test(`${kind}: the default response hides the status and shows the body`, async () => {
    if (kind === 'mock') return expect(await once(fixture)).toMatchObject({ status: 200, text: '' });
    return expect(await once(fixture, { answer: { body: '"body"' } })).toMatchObject({ status: 200, text: '"body"' });
  });
});

describe.each(kindsThat(({ mapsRequests }) => mapsRequests))('%s, which maps requests', (kind, fixture) => {
  const OK = '{"statusCode": 200}';
  const templates = { 'application/json': OK };

  /** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/integration-passthrough-behaviors.html. `used`: the template makes the request. */
  test.each<['WHEN_NO_MATCH' | 'WHEN_NO_TEMPLATES' | 'NEVER', string, 'used' | 'passes' | 415]>([
    ['WHEN_NO_MATCH', 'template for the type', 'used'],
    ['WHEN_NO_MATCH', 'another template', 'passes'],
    ['WHEN_NO_MATCH', 'no template', 'passes'],
    ['WHEN_NO_TEMPLATES', 'template for the type', 'used'],
    ['WHEN_NO_TEMPLATES', 'another template', 415],
    ['WHEN_NO_TEMPLATES', 'no template', 'passes'],
    ['NEVER', 'template for the type', 'used'],
    ['NEVER', 'another template', 415],
    ['NEVER', 'no template', 415],
  ])('%s, %s: %s', async (passthroughBehavior, which, expected) => {
    const requestTemplates: Record<string, string> = which === 'no template' ? {} : which === 'another template' ? { 'text/other': OK } : templates;
    const body = '{"statusCode": 200, "own": 1}';
    const response = await once(fixture, { definition: { options: { requestTemplates, passthroughBehavior } }, request: { method: 'POST', headers: { 'Content-Type': 'application/json; charset=utf-8' }, body } });
    if (expected === 415) {
      expect(response).toMatchObject({ status: 415, text: '{"message": "Unsupported Media Type"}', headers: { 'x-amzn-errortype': 'BadRequestException' }, requests: [] });
      return;
    }
    expect(response.status).toBe(200);
    if (kind !== 'mock') expect(response.requests.map((one) => one.body)).toEqual([expected === 'used' ? OK : body]);
  });

  test('no Content-Type counts as application/json, without a body too', async () => {
    const response = await once(fixture, { definition: { options: { requestTemplates: templates, passthroughBehavior: 'NEVER' } } });
    expect(response.status).toBe(200);
  });

  test('$default takes the types without a template of their own', async () => {
    const response = await once(fixture, { definition: { options: { requestTemplates: { $default: OK }, passthroughBehavior: 'NEVER' } }, request: { method: 'PUT', headers: { 'Content-Type': 'text/plain' }, body: 'x' } });
    expect(response.status).toBe(200);
  });

  test('a template cannot read bytes: 500', async () => {
    const response = await once(fixture, {
      definition: { options: { requestTemplates: { 'image/png': OK } }, api: { binaryMediaTypes: ['image/png'] } },
      request: { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: Buffer.from([0x89, 0xff]) },
    });
    expect(response).toMatchObject({ status: 500, text: '{"message": "Internal server error"}', requests: [] });
  });
});

describe('binary', () => {
  const bytes = Buffer.from([0x89, 0x50, 0xff, 0x00, 0x0a]);
  const PNG = { binaryMediaTypes: ['image/png'] };
  const upload = { method: 'PUT', headers: { 'Content-Type': 'image/png' }, body: bytes };
  const base64 = bytes.toString('base64');

  const bytesOrText = async (fixture: IntegrationFixture): Promise<void> => {
    const { requests } = await once(fixture, { definition: { api: PNG }, request: upload });
    expect(Buffer.from(requests[0].body, 'latin1')).toEqual(bytes);
    const text = await once(fixture, { definition: { options: { contentHandling: 'CONVERT_TO_TEXT' }, api: PNG }, request: upload });
    expect(text.requests[0].body).toBe(base64);
  };

  /** Checks of the body that the backend receives where the media type is binary. */
  const INBOUND: Readonly<Record<CallableKind, ((fixture: IntegrationFixture) => Promise<void>) | undefined>> = {
    'proxy': async (fixture) => {
      const { requests } = await once(fixture, { definition: { api: PNG }, request: upload });
      expect(JSON.parse(requests[0].body)).toMatchObject({ body: base64, isBase64Encoded: true });
    },
    'mapped': async (fixture) => {
      const options: IntegrationOptions = { contentHandling: 'CONVERT_TO_TEXT', requestTemplates: { 'image/png': '{"data": "$input.body"}' } };
      const { requests } = await once(fixture, { definition: { options, api: PNG }, request: upload });
      expect(JSON.parse(requests[0].body)).toEqual({ data: base64 });
    },
    'mock': undefined, // there is no backend that could receive a body
    'http': bytesOrText,
    'service': bytesOrText,
    'http-proxy': async (fixture) => {
      const { requests } = await once(fixture, { definition: { api: PNG }, request: upload });
      expect(Buffer.from(requests[0].body, 'latin1')).toEqual(bytes);
    },
  };

  test.each(kinds.filter(([kind]) => INBOUND[kind] !== undefined))('%s: a binary body reaches the backend', async (kind, fixture) => {
    await INBOUND[kind]?.(fixture);
  });

  test.each(kindsThat(({ late }) => late !== undefined))('%s: bytes reach a client whose Accept names their type', async (kind, fixture) => {
    const answer = { bytes, headers: { 'Content-Type': 'image/png' } };
    const response = await once(fixture, { definition: { api: PNG }, request: { headers: { Accept: 'image/png' } }, answer });
    expect(response).toMatchObject({ status: 200, body: bytes });
    if (kind === 'http-proxy') return; // passes bytes whatever the client accepts
    const text = await once(fixture, { definition: { api: PNG }, request: { headers: { Accept: '*/*' } }, answer });
    expect(text.text.replaceAll('"', '')).toBe(base64);
  });
});
