import { readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { localApiKeys, localApiKeysFile } from '../../../lib/runtime/system/local-api-keys';
import { newDirectory } from '../../support/temporary-directory';

test('each key has a value of its own, which is the same after a restart and in other processes', () => {
  const state = path.join(newDirectory(), 'gateway.state');
  const file = localApiKeysFile(state);
  const [first, again] = [localApiKeys(file), localApiKeys(file)];
  expect(first('PetsApi-Partner')).toMatch(/^[0-9a-f]{40}$/);
  expect(again('PetsApi-Partner')).toBe(first('PetsApi-Partner'));
  expect(first('PetsApi-Student')).not.toBe(first('PetsApi-Partner'));
  expect(readdirSync(state)).toEqual(['local-api-keys.json']);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

test('two state directories have different keys', () => {
  const [one, other] = [newDirectory(), newDirectory()].map((state) => localApiKeys(localApiKeysFile(state))('Key'));
  expect(one).not.toBe(other);
});

test('nothing is written before a value is needed', () => {
  const state = newDirectory();
  localApiKeys(localApiKeysFile(state));
  expect(readdirSync(state)).toEqual([]);
});

test('STATE_DAMAGED: a file that is not a secret is named', () => {
  const file = localApiKeysFile(newDirectory());
  for (const text of ['', '{}', '{"secret":"short"}']) {
    writeFileSync(file, text, { mode: 0o600 });
    expect(() => localApiKeys(file)('Key')).toThrow(expect.objectContaining({ code: 'STATE_DAMAGED', location: file }));
  }
});
