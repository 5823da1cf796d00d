import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readManagementAddress, serve, writeManagementAddress } from '../../../lib/runtime';
import { localApiKeys } from '../../../lib/runtime/system/local-api-keys';
import { signLocally } from '../../../lib/runtime/system/local-issuer';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

let file: (name: string) => string;
let directory: string;
beforeEach(() => {
  directory = newDirectory();
  file = (name) => path.join(directory, name);
});

const exposed = (name: string, mode: string) => expect.objectContaining({
  code: 'SECRET_FILE_EXPOSED', message: `[SECRET_FILE_EXPOSED] others than its owner can access the secret in ${file(name)}: its mode is ${mode}, and must be 600`,
});

const claims = { iss: 'https://issuer.example', sub: 'one', iat: 0, exp: 1 } as unknown as Parameters<typeof signLocally>[0];

test.each([0o644, 0o640, 0o604, 0o620])('the key of a local issuer with mode %o signs nothing', async (mode) => {
  await signLocally(claims, file('local-issuer.json'));
  chmodSync(file('local-issuer.json'), mode);
  await expect(signLocally(claims, file('local-issuer.json'))).rejects.toThrow(exposed('local-issuer.json', mode.toString(8)));
  chmodSync(file('local-issuer.json'), 0o400);
  await signLocally(claims, file('local-issuer.json'));
});

test('a secret of local API keys that others can read makes no keys', () => {
  const key = localApiKeys(file('keys.json'))('First');
  chmodSync(file('keys.json'), 0o644);
  expect(() => localApiKeys(file('keys.json'))('First')).toThrow(exposed('keys.json', '644'));
  chmodSync(file('keys.json'), 0o600);
  expect(localApiKeys(file('keys.json'))('First')).toBe(key);
});

test('a management token that others can read is sent to nobody', () => {
  const address = { url: 'http://127.0.0.1:4000', token: 'token' };
  writeManagementAddress(directory, address);
  chmodSync(file('management-token'), 0o644);
  expect(() => readManagementAddress(directory)).toThrow(exposed('management-token', '644'));
  writeManagementAddress(directory, address);
  expect(readManagementAddress(directory)).toEqual(address);
  expect(statSync(file('management-token')).mode & 0o777).toBe(0o600);
});

test.each([['local-issuer.json', { localIssuer: true }], ['local-api-keys.json', { localApiKeys: true }]])(
  'a gateway with an exposed %s does not start',
  async (name, accepted) => {
    mkdirSync(directory, { recursive: true });
    writeFileSync(file(name), '{}');
    chmodSync(file(name), 0o644);
    const source = writeAssembly(newDirectory(), [petsSpec()]);
    const options = { source, stateDirectory: directory, port: 0, watch: false };
    await expect(serve({ ...options, ...accepted })).rejects.toThrow(exposed(name, '644'));
    await (await serve(options)).close(); // it is not used
  },
);
