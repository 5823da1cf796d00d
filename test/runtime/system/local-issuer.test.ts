import { decodeProtectedHeader, jwtVerify } from 'jose';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { issuerSources } from '../../../lib/runtime/system/issuer-sources';
import { localKeys, signLocally } from '../../../lib/runtime/system/local-issuer';
import { localIssuerFile } from '../../../lib/runtime/system/local-issuer-file';
import { newDirectory } from '../../support/temporary-directory';

test('the key is made once, for its owner only, and verifies what it signed', async () => {
  const state = path.join(newDirectory(), 'gateway.state');
  const file = localIssuerFile(state);
  const find = localKeys(file);
  const tokens = await Promise.all(['a', 'b'].map((sub) => signLocally({ sub }, file)));
  expect(readdirSync(state)).toEqual(['local-issuer.json']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(new Set(tokens.map((token) => decodeProtectedHeader(token).kid)).size).toBe(1);
  expect((await jwtVerify(tokens[0], find)).payload.sub).toBe('a');
});

test('without a key nothing is verified, and none is made', async () => {
  const [state, other] = [newDirectory(), newDirectory()];
  const token = await signLocally({ sub: 'a' }, localIssuerFile(other));
  await expect(jwtVerify(token, localKeys(localIssuerFile(state)))).rejects.toThrow('no applicable key');
  expect(readdirSync(state)).toEqual([]);
});

test('STATE_DAMAGED: a file that is not a key is named', async () => {
  const file = localIssuerFile(newDirectory());
  writeFileSync(file, '{}', { mode: 0o600 });
  await expect(signLocally({}, file)).rejects.toThrow(expect.objectContaining({ code: 'STATE_DAMAGED', location: file }));
});

test('the local issuer is accepted only on request', () => {
  const state = newDirectory();
  expect(issuerSources({}).local).toBeUndefined();
  expect(issuerSources({ localIssuer: localIssuerFile(state) }).local).toBeDefined();
});

test('OPTION_INVALID: a user pool is the URL of an issuer or a file with keys', () => {
  const directory = newDirectory();
  const [keys, none] = ['keys.json', 'none.json'].map((name) => path.join(directory, name));
  writeFileSync(keys, '{"keys": [{"kty": "RSA", "kid": "a", "n": "AQ", "e": "AQAB"}]}');
  writeFileSync(none, '{"keys": []}');
  expect(issuerSources({ userPools: { A: keys, B: 'http://localhost:9229/local' } }).given).toEqual({
    A: { keys: { keys: [expect.objectContaining({ kid: 'a' })] } }, B: { issuer: 'http://localhost:9229/local' },
  });
  for (const source of ['http://issuer.example.com', none, path.join(directory, 'missing.json')]) {
    expect(() => issuerSources({ userPools: { A: source } })).toThrow(expect.objectContaining({ code: 'OPTION_INVALID' }));
  }
});
