import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import fc from 'fast-check';
import { readSimpleHead } from '../../../lib/runtime/server/simple-head';
import { refusalOf } from '../../../lib/runtime/server/check-head';

const lines = (...headers: readonly string[]) => `GET /dev/pets HTTP/1.1\r\n${['Host: api.test', ...headers].join('\r\n')}\r\n\r\n`;

describe('a simple head', () => {
  test('is read', () => {
    const text = 'POST /dev/pets/7?a=%20b&c HTTP/1.1\r\nHost: api.test:8080\r\nContent-Type:application/json\r\ncontent-length: 2\r\nX-A:  two words \r\n\r\n{}';
    expect(readSimpleHead(text, 0)).toMatchObject({
      method: 'POST',
      target: '/dev/pets/7?a=%20b&c',
      headers: [
        { name: 'Host', value: 'api.test:8080' }, { name: 'Content-Type', value: 'application/json' },
        { name: 'content-length', value: '2' }, { name: 'X-A', value: 'two words' },
      ],
      contentLength: 2,
      closes: false,
      end: text.length - 2,
    });
  });

  test.each(['Origin: https://app.test', 'Authorization: AWS4-HMAC-SHA256 Credential=a', 'X-Api-Key: a', 'Content-Encoding: gzip'])('has %s like any other line', (line) => {
    const [name = '', value = ''] = line.split(': ');
    expect(readSimpleHead(lines(line), 0)).toMatchObject({ headers: [{ name: 'Host' }, { name, value }], closes: false });
  });

  test('says that the client wants the connection to end', () => {
    expect(readSimpleHead(lines('Connection: close'), 0)).toMatchObject({ closes: true });
  });

  test.each([
    ['no complete head', lines().slice(0, -1)],
    ['bare line feeds', lines().replaceAll('\r\n', '\n')],
    ['a bare line feed in a value', lines('X-A: a\nb')],
    ['a bare carriage return', lines('X-A: a\rb')],
    ['a NUL', lines('X-A: a\0b')],
    ['a byte above 127', lines('X-A: \u00e9')],
    ['a folded line', lines('X-A: a', ' b')],
    ['a space before the colon', lines('X-A : a')],
    ['an underscore in a name', lines('X_Api_Key: a')],
    ['an empty name', lines(': a')],
    ['HTTP/1.0', lines().replace('1.1', '1.0')],
    ['HTTP/2.0', lines().replace('1.1', '2.0')],
    ['no version', lines().replace(' HTTP/1.1', '')],
    ['two spaces', lines().replace('GET ', 'GET  ')],
    ['HEAD', lines().replace('GET', 'HEAD')],
    ['an unknown method', lines().replace('GET', 'PROPFIND')],
    ['an absolute target', lines().replace('/dev', 'http://api.test/dev')],
    ['an encoded path', lines().replace('pets', '%70ets')],
    ['a dot segment', lines().replace('pets', '..')],
    ['a single dot', lines().replace('pets', './pets')],
    ['a dot segment with a parameter', lines().replace('pets', '..;x/pets')],
    ['a segment that begins with a dot', lines().replace('pets', '.pets')],
    ['an empty segment', lines().replace('/dev/pets', '/dev//pets')],
    ['a backslash', lines().replace('/pets', '\\pets')],
    ['a fragment', lines().replace('pets', 'pets#a')],
    ['no Host', 'GET / HTTP/1.1\r\nX-A: b\r\n\r\n'],
    ['an empty Host', lines().replace('api.test', '')],
    ['a Host with a path', lines().replace('api.test', 'api.test/x')],
    ['a Host with an empty label', lines().replace('api.test', 'api..test')],
    ['a Host with a port that cannot be', lines().replace('api.test', 'api.test:70000')],
    ['a Host that is too long', lines().replace('api.test', 'a'.repeat(256))],
    ['two Hosts', lines('Host: api.test')],
    ['two Content-Lengths', lines('Content-Length: 1', 'content-length: 1')],
    ['a signed length', lines('Content-Length: +1')],
    ['an empty length', lines('Content-Length:')],
    ['a transfer coding', lines('Transfer-Encoding: chunked')],
    ['an upgrade', lines('Upgrade: h2c')],
    ['an expectation', lines('Expect: 100-continue')],
    ['a named hop-by-hop header', lines('Connection: X-Api-Key')],
    ...['X-Api-Key', 'Authorization', 'Origin', 'Content-Type', 'Content-Encoding'].map((name) => [`two lines ${name}`, lines(`${name}: a`, `${name.toLowerCase()}: a`)]),
    ['too many lines', lines(...Array.from({ length: 64 }, (_, index) => `X-${index}: a`))],
    ['a header that a warning is about', lines('X-HTTP-Method-Override: GET')],
    ['too long a line', lines(`X-A: ${'a'.repeat(9_000)}`)],
  ])('is left to the other parser: %s', (_, text) => {
    expect(readSimpleHead(text, 0)).toBeUndefined();
  });

  test('names that every object has are names', () => {
    expect(readSimpleHead(lines('constructor: a', 'toString: b'), 0)?.headers).toHaveLength(3);
  });
});

test.each([
  ['a Host with a space behind it', ['Host: api.test '], { closes: false }],
  ['a Connection in other letters', ['Host:api.test', 'Connection: Keep-Alive'], { closes: false }],
  ['a Connection with spaces', ['Host: api.test', 'Connection:  close '], { closes: true }],
  ['a Content-Length with spaces', ['Host: api.test', 'Content-Length:  12 '], { contentLength: 12 }],
  ['Host as the last line', ['Content-Length: 3', 'Connection: close', 'Host: api.test'], { contentLength: 3, closes: true }],
])('%s is read', (_, given, facts) => {
  expect(readSimpleHead(`GET / HTTP/1.1\r\n${given.join('\r\n')}\r\n\r\n`, 0)).toMatchObject(facts);
});

test('every simple head passes the full check', () => {
  const character = (units: string) => fc.constantFrom(...units);
  const path = fc.string({ unit: character('a1/.;:@~%\\_-'), maxLength: 10 });
  const query = fc.string({ unit: character('a=&%0.;/?'), maxLength: 8 });
  const host = fc.oneof(fc.string({ unit: character('aB1.-:_[]/@'), maxLength: 10 }), fc.integer({ min: 0, max: 99_999 }).map((port) => `a.test:${port}`));
  const length = fc.string({ unit: character('012+ x'), maxLength: 4 });
  let simple = 0;
  fc.assert(fc.property(path, query, host, length, (one, two, name, bytes) => {
    const head = readSimpleHead(`POST /${one}?${two} HTTP/1.1\r\nHost: ${name}\r\nContent-Length: ${bytes}\r\n\r\n`, 0);
    if (head === undefined) return;
    simple += 1;
    const rawHeaders = head.headers.flatMap((field) => [field.name, field.value]);
    expect(refusalOf({ method: head.method, target: head.target, httpVersion: '1.1', rawHeaders }, 8_192)).toBeUndefined();
  }), { numRuns: 20_000 });
  expect(simple).toBeGreaterThan(200);
});

describe('simple heads are read as Node reads them', () => {
  let server: Server;
  const seen: Pick<IncomingMessage, 'method' | 'url' | 'rawHeaders'>[] = [];
  beforeAll((done) => {
    server = createServer(({ method, url, rawHeaders }, response) => {
      seen.push({ method, url, rawHeaders });
      response.end();
    }).listen(0, '127.0.0.1', done);
  });
  afterAll((done) => {
    server.closeAllConnections();
    server.close(done);
  });

  const text = (units: string, max: number) => fc.string({ unit: fc.constantFrom(...units), maxLength: max });
  const name = text('aZ-0_ :\t', 8);
  const value = text('aB1 ,;=:/"\t\u00e9', 20);
  const target = fc.tuple(text('aZ0-._~%/;:@', 12), text('a=&%?/.', 8)).map(([path, query]) => `/${path}${query === '' ? '' : `?${query}`}`);
  const request = fc.record({
    method: fc.constantFrom('GET', 'PUT', 'OPTIONS', 'HEAD', 'get'),
    target,
    headers: fc.array(fc.tuple(name, value), { maxLength: 6 }),
    end: fc.constantFrom('\r\n', '\n'),
  }).map(({ method, target: path, headers, end }) =>
    [`${method} ${path} HTTP/1.1`, 'Host: api.test', ...headers.map((pair) => pair.join(':')), '', ''].join(end));

  test('method, target, names and values', async () => {
    const simple = fc.sample(request, 3_000).filter((bytes) => readSimpleHead(bytes, 0) !== undefined).slice(0, 100);
    expect(simple.length).toBeGreaterThan(50);
    for (const bytes of simple) {
      const head = readSimpleHead(bytes, 0);
      seen.length = 0;
      await send(bytes);
      const rawHeaders = head?.headers.flatMap((field) => [field.name, field.value]);
      expect(seen).toEqual([{ method: head?.method, url: head?.target, rawHeaders }]);
    }
  });

  function send(bytes: string): Promise<void> {
    const { port } = server.address() as AddressInfo; // a TCP server that listens has one
    return new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1', () => socket.end(bytes, 'latin1'));
      socket.on('error', reject).on('close', () => resolve()).resume();
    });
  }
});
