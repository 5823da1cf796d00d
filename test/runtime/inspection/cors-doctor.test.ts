import { diagnoseCors } from '../../../lib/runtime/inspection/cors-doctor';

const ORIGIN = 'https://shop.test';
const fields = (headers: Readonly<Record<string, string>>) => Object.entries(headers).map(([name, value]) => ({ name, value }));

interface More {
  readonly method?: string;
  readonly status?: number;
  readonly isFromGateway?: boolean;
}

function diagnose(request: Record<string, string>, answer: Record<string, string>, more: More = {}) {
  const { method = 'GET', status = 200, isFromGateway = false } = more;
  return diagnoseCors({
    method, path: '/pets', headers: fields({ Host: 'api.test', Origin: ORIGIN, ...request }), answer: { status, headers: fields(answer), isFromGateway },
  });
}

const ALLOW = 'Access-Control-Allow-Origin';
const preflight = (method: string, headers = '') => ({ 'Access-Control-Request-Method': method, ...(headers === '' ? {} : { 'Access-Control-Request-Headers': headers }) });
const OPTIONS = { method: 'OPTIONS' };

test.each<[string, ReturnType<typeof diagnose>, string]>([
  ['no header', diagnose({}, {}), 'the answer has no Access-Control-Allow-Origin, so browsers block it'],
  ['an error of the gateway without the header', diagnose({}, {}, { status: 401, isFromGateway: true }), 'the gateway\'s own 401 has no Access-Control-Allow-Origin, so the page sees a CORS error instead of it'],
  ['another origin', diagnose({}, { [ALLOW]: 'https://other.test' }), `Access-Control-Allow-Origin is https://other.test, but the page is from ${ORIGIN}`],
  ['a slash too many', diagnose({}, { [ALLOW]: `${ORIGIN}/` }), `Access-Control-Allow-Origin is ${ORIGIN}/, but the page is from ${ORIGIN}`],
  ['cookies and *', diagnose({ Cookie: 'a=b' }, { [ALLOW]: '*' }), 'the page sends cookies, for which Access-Control-Allow-Origin: * does not count'],
  ['cookies without credentials', diagnose({ Cookie: 'a=b' }, { [ALLOW]: ORIGIN }), 'the page sends cookies, and the answer has no Access-Control-Allow-Credentials: true'],
  ['no OPTIONS', diagnose(preflight('PUT'), {}, { ...OPTIONS, status: 403, isFromGateway: true }), 'the preflight of PUT /pets was answered with 403: /pets has no OPTIONS method that answers preflights, so the browser does not send the request'],
  ['a method', diagnose(preflight('PUT'), { [ALLOW]: '*', 'Access-Control-Allow-Methods': 'GET,POST' }, OPTIONS), 'the preflight does not allow the method PUT; it allows GET, POST'],
  ['headers', diagnose(preflight('GET', 'x-a, authorization'), { [ALLOW]: '*', 'Access-Control-Allow-Headers': '*' }, OPTIONS), 'the preflight does not allow the request header authorization'],
])('a browser refuses: %s', (_, diagnosis, problem) => {
  expect(diagnosis).toEqual({ origin: ORIGIN, ok: false, problems: [problem], fix: expect.stringMatching(/\.$/) });
});

test('two allowed origins are one too many', () => {
  const answer = { status: 200, headers: [{ name: ALLOW, value: '*' }, { name: ALLOW, value: ORIGIN }], isFromGateway: false };
  expect(diagnoseCors({ method: 'GET', path: '/', headers: fields({ Origin: ORIGIN }), answer })?.problems).toEqual([expect.stringContaining('2 times')]);
});

test.each([
  ['*', diagnose({}, { [ALLOW]: '*' })], ['its origin', diagnose({ Cookie: 'a=b' }, { [ALLOW]: ORIGIN, 'Access-Control-Allow-Credentials': 'true' })],
  ['a preflight', diagnose(preflight('DELETE', 'X-A'), { [ALLOW]: ORIGIN, 'Access-Control-Allow-Methods': 'DELETE', 'Access-Control-Allow-Headers': 'x-a' }, OPTIONS)],
  ['a simple method', diagnose(preflight('POST'), { [ALLOW]: ORIGIN }, OPTIONS)],
])('a browser is satisfied: %s', (_, diagnosis) => {
  expect(diagnosis).toEqual({ origin: ORIGIN, ok: true, problems: [] });
});

test('pages of the gateway\'s own origin, and clients without one, are not asked about', () => {
  expect(diagnose({ Origin: 'http://api.test' }, {})).toBeUndefined();
  expect(diagnoseCors({ method: 'GET', path: '/', headers: [], answer: { status: 200, headers: [], isFromGateway: false } })).toBeUndefined();
});
