import { serveHttpApi, type ServedHttpApi } from '../../support/http-api';

/* Results of functions in both formats, over HTTP: recorded on AWS unless said otherwise. */

/** The results of the function, as JavaScript, by the last part of the path. */
const RESULTS = {
  object: '({ name: "J" })', list: '[1, 2]', text: '\'a "q" b\'', json: '\'{"a":1}\'', number: '42', empty: '""', truth: 'true',
  statuses: 'Array.from({ length: 3000 }, (_, statusCode) => ({ statusCode, id: statusCode, name: "n" }))',
  large: 'Array.from({ length: 9000 }, (_, i) => ({ i }))',
  hi: '({ statusCode: 200, body: "Hi" })', typed: '({ statusCode: 201, headers: { "content-type": "text/html" }, body: "<p>" })',
  base64: '({ statusCode: 200, body: "SGk=", isBase64Encoded: true })', noBody: '({ statusCode: 204 })',
  half: '({ statusCode: 200.5 })', zero: '({ statusCode: 0 })', objectBody: '({ statusCode: 200, body: {} })',
  cookies: '({ statusCode: 200, cookies: ["a=1; Path=/", "b=2"], headers: { "set-cookie": "c=3" }, body: "" })',
  extra: '({ statusCode: 200, body: "x", unknown: 1 })',
  both: '({ statusCode: 200, headers: { C: "s" }, multiValueHeaders: { C: ["m", "n"] }, body: "" })',
  throws: '(() => { throw new Error("no"); })()', own: '({ statusCode: 200, headers: { "Apigw-Requestid": "mine", "x-amzn-requestid": "kept" }, body: "" })',
} as const;
type Name = keyof typeof RESULTS;
const NAMES = Object.keys(RESULTS) as Name[];

let api: ServedHttpApi;
beforeAll(async () => {
  const cases = NAMES.map((name) => `"${name}": () => ${RESULTS[name]}`).join(', ');
  const handler = `async (event) => ({ ${cases} })[(event.rawPath ?? event.path).split("/").pop()]()`;
  api = await serveHttpApi({
    functions: { Fn: handler, Slow: 'async () => { await new Promise((resolve) => { setTimeout(resolve, 2000); }); return {}; }' },
    routes: {
      'GET /2/{name}': 'Fn', 'GET /1/{name}': { integration: { type: 'proxy', function: 'Fn', payloadFormatVersion: '1.0' } },
      'GET /slow': { integration: { type: 'proxy', function: 'Slow', timeoutMs: 500 } },
      'GET /gone': { integration: { type: 'unavailable', awsType: 'AWS_PROXY', reason: 'not here' } },
    },
  });
});
afterAll(async () => api.close());

async function answer(path: string) {
  const response = await fetch(`${api.url}${path}`);
  return { status: response.status, type: response.headers.get('content-type'), text: await response.text(), headers: response.headers };
}

const JSON_TYPE = 'application/json';
const TEXT = 'text/plain; charset=utf-8';
const ERROR = { status: 500, type: JSON_TYPE, text: '{"message":"Internal Server Error"}' };

describe('format 2.0', () => {
  test.each<[Name, object]>([
    ['object', { status: 200, type: JSON_TYPE, text: '{"name":"J"}' }],
    ['list', { status: 200, type: JSON_TYPE, text: '[1,2]' }],
    ['text', { status: 200, type: JSON_TYPE, text: 'a "q" b' }],
    ['json', { status: 200, type: JSON_TYPE, text: '{"a":1}' }],
    ['number', { status: 200, type: JSON_TYPE, text: '42' }],
    ['truth', { status: 200, type: JSON_TYPE, text: 'true' }],
    ['empty', { status: 200, type: JSON_TYPE, text: '' }],
    ['hi', { status: 200, type: TEXT, text: 'Hi' }],
    ['typed', { status: 201, type: 'text/html', text: '<p>' }],
    ['base64', { status: 200, type: TEXT, text: 'Hi' }],
    ['noBody', { status: 204, text: '' }],
    ['extra', { status: 200, text: 'x' }],
    ['half', ERROR], ['zero', ERROR], ['objectBody', ERROR], ['throws', ERROR],
  ])('%s', async (name, expected) => {
    expect(await answer(`/2/${name}`)).toMatchObject(expected);
  });

  test('a long list of objects is a body like any other', async () => {
    expect(JSON.parse((await answer('/2/large')).text)).toHaveLength(9000);
    expect(JSON.parse((await answer('/2/statuses')).text)).toHaveLength(3000);
  });

  test('each cookie is a line of its own, before one in headers', async () => {
    expect((await answer('/2/cookies')).headers.getSetCookie()).toEqual(['a=1; Path=/', 'b=2', 'c=3']);
  });
});

describe('format 1.0', () => {
  test.each<[Name, object]>([['hi', { status: 200, type: TEXT, text: 'Hi' }], ['base64', { text: 'Hi' }], ['text', ERROR], ['object', ERROR], ['zero', ERROR], ['throws', ERROR]])(
    '%s', async (name, expected) => {
      expect(await answer(`/1/${name}`)).toMatchObject(expected);
    });

  test('headers come before the lists of the same name', async () => {
    expect((await answer('/1/both')).headers.get('c')).toBe('s, m, n');
  });
});

describe('every answer', () => {
  test('has the id of the request, and no other header of the service', async () => {
    for (const path of ['/2/hi', '/2/throws', '/nowhere']) {
      const { headers } = await answer(path);
      expect([...headers.keys()].filter((name) => /^(x-am|apigw)/.test(name))).toEqual(['apigw-requestid']);
    }
  });

  test('keeps headers of the function but the id', async () => {
    const { headers } = await answer('/2/own');
    expect(headers.get('apigw-requestid')).toMatch(/^[\w+/-]{15}=$/);
    expect(headers.get('x-amzn-requestid')).toBe('kept');
  });

  test('a function that takes longer than its integration may: 503', async () => {
    expect(await answer('/slow')).toMatchObject({ status: 503, text: '{"message":"Service Unavailable"}' });
  });

  test('what cannot be called here: 501', async () => {
    expect(await answer('/gone')).toMatchObject({ status: 501, text: '{"message":"Not Implemented"}' });
  });

  test('a body beyond what a function may get: 413', async () => {
    const response = await fetch(`${api.url}/2/hi`, { method: 'GET' });
    expect(response.status).toBe(200);
    const large = await fetch(`${api.url}/slow`, { method: 'POST', body: 'x'.repeat(11_000_000) });
    expect([large.status, await large.text()]).toEqual([413, '{"message":"Request Entity Too Large"}']);
  });
});
