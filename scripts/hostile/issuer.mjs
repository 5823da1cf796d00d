// A real issuer of tokens: a key server with one RS256 key, kid rsa-1.
import { createSign, generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';

/** The issuer's URLs, and a maker of good tokens. */
export async function startIssuer() {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'rsa-1', alg: 'RS256', use: 'sig' }] });
  const server = createServer((_, response) => response.setHeader('Content-Type', 'application/json').end(keys));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  const url = `http://127.0.0.1:${port}/`;
  return {
    port,
    url,
    keysUrl: `${url}jwks.json`,
    token: () => signed({ iss: url, aud: 'hostile', sub: 'good', exp: Math.floor(Date.now() / 1000) + 3600 }, privateKey),
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}

function signed(claims, privateKey) {
  const text = [{ alg: 'RS256', kid: 'rsa-1', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}
