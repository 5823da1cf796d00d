import { chmodSync, mkdirSync, readFileSync, readdirSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { hasDeployment, listDeployments, readDeployment, storeDeployment, verifyDeployment, type DeploymentContent } from '../../../lib/runtime/state/deployment-store';
import { deployedSpec, readSpec } from '../../../lib/spec';
import { codeOfError, fingerprintOf, petsSpec } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

let stateDirectory: string;
let codeDirectory: string;

beforeEach(() => {
  stateDirectory = path.join(newDirectory(), 'gateway.state');
  codeDirectory = newDirectory();
  mkdirSync(path.join(codeDirectory, 'lib'));
  writeFileSync(path.join(codeDirectory, 'index.js'), 'exports.handler = 1;');
  writeFileSync(path.join(codeDirectory, 'lib', 'run.sh'), '#!/bin/sh');
  chmodSync(path.join(codeDirectory, 'lib', 'run.sh'), 0o755);
});

test('a deployment reads as it was stored', () => {
  const { id, isNew } = storeDeployment(stateDirectory, content());
  expect([id, isNew]).toEqual([fingerprintOf(petsSpec()), true]);
  const stored = readDeployment(stateDirectory, id);
  expect(stored).toMatchObject({ id, api: 'Pets', fingerprint: id, createdAt: '2025-01-01T00:00:00.000Z', deployed: content().deployed });
  expect(readFileSync(path.join(stored.code.Pets.directory, 'index.js'), 'utf8')).toBe('exports.handler = 1;');
  expect(statSync(path.join(stored.code.Pets.directory, 'lib', 'run.sh')).mode & 0o777).toBe(0o555);
  expect(() => verifyDeployment(stateDirectory, id)).not.toThrow();
});

test('the same content is stored once, the same definition with other code beside it', () => {
  const first = storeDeployment(stateDirectory, content());
  expect(storeDeployment(stateDirectory, content('a', '2026'))).toEqual({ id: first.id, isNew: false });
  const second = storeDeployment(stateDirectory, content('b', '2026'));
  expect(second.id).toMatch(new RegExp(`^${first.id}\\.[0-9a-f]{12}$`));
  expect(storeDeployment(stateDirectory, content('b', '2027'))).toEqual({ id: second.id, isNew: false });
  expect(listDeployments(stateDirectory).map(({ id, createdAt }) => `${id} ${createdAt}`)).toEqual([`${first.id} 2025-01-01T00:00:00.000Z`, `${second.id} 2026`]);
});

test('what a killed deploy left is removed by the next', () => {
  const left = path.join(stateDirectory, 'deployments', '.fresh-something');
  mkdirSync(left, { recursive: true });
  writeFileSync(path.join(left, 'spec.json'), '{');
  expect(listDeployments(stateDirectory)).toEqual([]);
  const { id } = storeDeployment(stateDirectory, content());
  expect(readdirSync(path.join(stateDirectory, 'deployments'))).toEqual([id]);
});

test('a link inside the code becomes the file it leads to, links out of it are refused', () => {
  symlinkSync('index.js', path.join(codeDirectory, 'link.js'));
  const { id } = storeDeployment(stateDirectory, content());
  expect(readFileSync(path.join(readDeployment(stateDirectory, id).code.Pets.directory, 'link.js'), 'utf8')).toContain('handler');
  symlinkSync('../elsewhere.js', path.join(codeDirectory, 'out.js'));
  expect(() => storeDeployment(stateDirectory, content('b'))).toThrow(/PATH_OUTSIDE_DIRECTORY.*out\.js.* does not resolve to a regular file or directory inside/);
  symlinkSync('/etc/passwd', path.join(codeDirectory, 'absolute.js'));
  expect(codeOfError(() => storeDeployment(stateDirectory, content('b')))).toBe('PATH_OUTSIDE_DIRECTORY');
  expect(hasDeployment(stateDirectory, `${id}.b`)).toBe(false);
  expect(readdirSync(path.join(stateDirectory, 'deployments'))).toEqual([id]); // nothing is left of what failed
});

test('a deployment under the name of another is refused', () => {
  const { id } = storeDeployment(stateDirectory, content());
  const unknownFolder = path.join(stateDirectory, 'deployments', '0'.repeat(64));
  mkdirSync(unknownFolder);
  writeFileSync(path.join(unknownFolder, 'deployment.json'), readFileSync(path.join(stateDirectory, 'deployments', id, 'deployment.json')));
  expect(() => listDeployments(stateDirectory)).toThrow(new RegExp(`STATE_DAMAGED.*it is about ${id}`));
});

test('code of the same size with other contents is not read', () => {
  const { id } = storeDeployment(stateDirectory, content());
  const file = path.join(readDeployment(stateDirectory, id).code.Pets.directory, 'index.js');
  chmodSync(file, 0o644);
  writeFileSync(file, 'exports.handler = 2;');
  for (const use of [readDeployment, verifyDeployment]) {
    expect(() => use(stateDirectory, id)).toThrow(/STATE_DAMAGED.*index\.js: .*its contents were changed after it was stored/);
  }
});

test.each(['../x', '.', '..', 'a/b', ''])('the id %j leads nowhere', (id) => {
  expect(codeOfError(() => readDeployment(stateDirectory, id))).toBe('STATE_NAME_INVALID');
});

function content(digit = 'a', createdAt = '2025-01-01T00:00:00.000Z'): DeploymentContent {
  const { spec } = readSpec(petsSpec(), 'test');
  return {
    api: 'Pets',
    fingerprint: fingerprintOf(petsSpec()),
    deployed: deployedSpec(spec),
    code: { Pets: { directory: codeDirectory, digest: digit.repeat(64), handler: 'index.handler' } },
    createdAt,
  };
}
