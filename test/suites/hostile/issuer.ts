import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { listening } from './listening';

export interface Issuer {
  readonly port: number;
  readonly url: string;
  readonly keysUrl: string;
  /** A valid token. */
  readonly token: () => string;
  readonly close: () => Promise<void>;
}

/** A real issuer of tokens: a key server with one RS256 key, kid rsa-1. */
export async function startIssuer(): Promise<Issuer> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const keys = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'rsa-1', alg: 'RS256', use: 'sig' }] });
  const { port, close } = await listening(createServer((_, response) => {
    response.setHeader('Content-Type', 'application/json').end(keys);
  }));
  const url = `http://127.0.0.1:${port}/`;
  return {
    port,
    url,
    keysUrl: `${url}jwks.json`,
    token: () => signed({ iss: url, aud: 'hostile', sub: 'good', exp: Math.floor(Date.now() / 1000) + 3600 }, privateKey),
    close,
  };
}

function signed(claims: object, privateKey: KeyObject): string {
  const text = [{ alg: 'RS256', kid: 'rsa-1', typ: 'JWT' }, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${text}.${createSign('RSA-SHA256').update(text).sign(privateKey).toString('base64url')}`;
}
