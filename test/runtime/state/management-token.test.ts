import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { keptManagementAddress, newManagementToken, writeManagementAddress } from '../../../lib/runtime/state/management-token';
import { newDirectory } from '../../support/temporary-directory';

const URL = 'http://127.0.0.1:4003';

function written(): { readonly state: string; readonly token: string; readonly file: string } {
  const state = newDirectory();
  const token = newManagementToken();
  return { state, token, file: writeManagementAddress(state, { url: URL, token }) };
}

test('the address of the gateway before is kept in the state directory', () => {
  const { state, token } = written();
  expect(keptManagementAddress(state)).toEqual({ url: URL, token });
  expect(keptManagementAddress(newDirectory())).toBeUndefined();
});

test('a token that others could read is not used again', () => {
  const { state, file } = written();
  chmodSync(file, 0o644);
  expect(keptManagementAddress(state)).toBeUndefined();
});

test.each(['', 'short', 'x'.repeat(44), `${'x'.repeat(42)}/`])('a token of another form, such as %j, is not used', (text) => {
  const { state, file } = written();
  writeFileSync(file, text);
  expect(keptManagementAddress(state)).toBeUndefined();
});

test('a state directory that cannot be read has no token', () => {
  const file = path.join(newDirectory(), 'file');
  writeFileSync(file, '');
  expect(keptManagementAddress(path.join(file, 'below'))).toBeUndefined();
});

test('an address that is no URL is none', () => {
  const state = newDirectory();
  writeManagementAddress(state, { url: 'nowhere', token: newManagementToken() });
  expect(keptManagementAddress(state)).toBeUndefined();
});
