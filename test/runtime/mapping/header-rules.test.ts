import { illegalRequestHeader, passesThroughProxy, proxiedResponseHeaders, reachesBackend, remapResponseHeaders } from '../../../lib/runtime/mapping/header-rules';

const fields = (...names: string[]) => names.map((name) => ({ name, value: `value of ${name}` }));
const namesOf = (headers: readonly { name: string }[]) => headers.map(({ name }) => name);

describe('response headers', () => {
  test.each([
    'Authorization', 'Connection', 'Content-Length', 'Content-MD5', 'Date', 'Expect', 'Host', 'Max-Forwards', 'Proxy-Authenticate',
    'Server', 'Trailer', 'Upgrade', 'User-Agent', 'WWW-Authenticate',
  ])('%s is renamed', (name) => {
    expect(remapResponseHeaders(fields(name), 'amzn')).toEqual([{ name: `x-amzn-Remapped-${name}`, value: `value of ${name}` }]);
  });

  test('names are compared without case and keep their spelling', () => {
    expect(namesOf(remapResponseHeaders(fields('wwW-authenticate'), 'acme'))).toEqual(['x-acme-Remapped-wwW-authenticate']);
  });

  test.each([
    'Accept', 'Accept-Charset', 'Accept-Encoding', 'Age', 'Content-Encoding', 'Content-Type', 'Pragma', 'Range', 'Referer', 'TE', 'Via', 'Warn', 'X-Own',
  ])('%s passes', (name) => {
    expect(namesOf(remapResponseHeaders(fields(name), 'amzn'))).toEqual([name]);
  });

  test('framing headers are dropped', () => {
    expect(remapResponseHeaders(fields('Transfer-Encoding', 'Keep-Alive'), 'amzn')).toEqual([]);
  });

  test('HTTP_PROXY renames the backend\'s request id, passes its Content-Encoding and drops Via', () => {
    expect(namesOf(proxiedResponseHeaders(fields('X-Amzn-RequestId', 'Content-Encoding', 'Via', 'Server', 'X-Own'), 'amzn')))
      .toEqual(['x-amzn-Remapped-X-Amzn-RequestId', 'Content-Encoding', 'x-amzn-Remapped-Server', 'X-Own']);
  });
});

describe('mapped request headers', () => {
  test.each(['Content-Length', 'transfer-encoding', 'X-Amzn-Trace-Id', 'X-Amzn-Apigateway-Api-Id'])('%s is illegal for all kinds', (name) => {
    expect(illegalRequestHeader([name], 'http', 'amzn')).toBe(name);
    expect(illegalRequestHeader([name], 'function', 'amzn')).toBe(name);
  });

  test.each(['Authorization', 'Connection', 'Expect', 'Proxy-Authenticate', 'TE'])('%s is illegal for functions only', (name) => {
    expect(illegalRequestHeader([name], 'http', 'amzn')).toBeUndefined();
    expect(illegalRequestHeader([name], 'function', 'amzn')).toBe(name);
  });

  test.each(['Expect', 'Proxy-Authenticate', 'TE', 'Via', 'Connection'])('%s is dropped on the way to a backend', (name) => {
    expect(reachesBackend(name)).toBe(false);
  });

  test('Host, Content-Encoding and Via of the client do not pass through HTTP_PROXY', () => {
    expect(['Host', 'Content-Encoding', 'via', 'Accept', 'X-Own'].filter(passesThroughProxy)).toEqual(['Accept', 'X-Own']);
  });
});
