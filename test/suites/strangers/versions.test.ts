import { readFileSync } from 'node:fs';
import path from 'node:path';
import { newestOf, oldestPeer, packagesOf, PINNED } from './versions';
import { repository } from '../repository';

/** The manifest of this repository. */
const packageJson = JSON.parse(readFileSync(path.join(repository, 'package.json'), 'utf8')) as { readonly peerDependencies: Readonly<Record<string, string>> };

test('the newest of versions is the highest release, in whatever order a registry lists them', () => {
  expect(newestOf(['20.9.5', '20.19.9', '20.2.0', '20.20.0-beta.1'])).toBe('20.19.9');
  expect(() => newestOf(['1.0.0-beta'])).toThrow('there is no release among 1.0.0-beta');
});

test('the oldest aws-cdk-lib is the one of the peer range', () => {
  expect(oldestPeer(packageJson, 'aws-cdk-lib')).toBe('2.240.0');
  expect(() => oldestPeer({ peerDependencies: { 'aws-cdk-lib': '>=2' } }, 'aws-cdk-lib')).toThrow('not ^x.y.z');
});

test.each([
  ['none', undefined, PINNED.constructs], ['oldest', '2.240.0', '10.5.1'], ['newest', PINNED['aws-cdk-lib'], PINNED.constructs],
] as const)('a project with the %s aws-cdk-lib installs it, and what its tools need', (cdk, version, constructs) => {
  const row = { cdk, modules: 'cjs', tool: 'swc', manager: 'npm', runner: 'jest' } as const;
  const packages = packagesOf(row, PINNED, { cdk: '2.240.0', constructs: '10.5.1' });
  expect(packages).toMatchObject({ constructs, '@swc/core': PINNED['@swc/core'], 'ts-jest': PINNED['ts-jest'] });
  expect(packages['aws-cdk-lib']).toBe(version);
  expect(packages.vitest).toBeUndefined();
});
