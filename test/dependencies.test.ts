import packageJson from '../package.json';
import { readCode, readSettings, unusedPackages } from './support/architecture/dependencies';

/** Packages that are neither imported nor named in a setting. */
const REASONS = {
  '@aws-lambda-powertools/logger': 'test/contracts/typed/middy.test.ts runs it',
  'arktype': 'test/contract/entry-points.test.ts runs it',
  '@jsii/runtime': 'test/polyglot runs it',
  jsii: 'scripts/build.mjs runs it',
  'jsii-pacmak': 'test/polyglot runs it',
  'jsii-rosetta': 'a peer that jsii-pacmak requires; pinned, because its versions follow those of jsii',
  'oxlint-tsgolint': 'oxlint runs it, for rules that ask for types',
  'ts-node': 'test/props/source-lines.test.ts runs it',
  'swagger-ui-dist': 'lib/cli/reference/renderer.ts reads it from the project',
  'tsx': 'test/cli/dev/app-runner.test.ts runs it',
  'typescript-native': 'test/runner/main.mjs checks types with it',
};

test('every package that is installed is used', () => {
  const packages = Object.keys({ ...packageJson.devDependencies, ...packageJson.peerDependencies });
  expect(packageJson).not.toHaveProperty('dependencies'); // what users need is in the bundles
  expect(unusedPackages(packages, { code: readCode(), settings: readSettings(), reasons: REASONS })).toEqual([]);
});

describe('of samples', () => {
  const unused = (packages: readonly string[], { text = '', setting = '', reasons = {} }) =>
    unusedPackages(packages, { code: [{ file: 'a.ts', text }], settings: [{ file: 'package.json', text: setting }], reasons });

  test.each([
    "import { z } from 'got';", "import 'got/deep';", "export * from 'got';", "import type { G } from 'got';", "const got = () => require('got');", "const got = await import('got');",
  ])('a package is used by: %s', (text) => {
    expect(unused(['got', '@types/got'], { text })).toEqual([]);
  });

  test.each(["// import 'got';", "const text = 'got';", "import { got } from './got';", "import { a } from 'got-more';", "import { a } from '@scope/got';"])('it is not by: %s', (text) => {
    expect(unused(['got', '@types/got'], { text })).toEqual(['nobody uses got', 'nobody uses @types/got']);
  });

  test('a command or a setting that names it uses it', () => {
    expect(unused(['got'], { setting: 'got test --all' })).toEqual([]);
    expect(unused(['got'], { setting: 'node_modules/.bin/forgot got-more @scope/got got/deep' })).toEqual(['nobody uses got']);
  });

  test('a reason is needed by a package that is otherwise unused', () => {
    expect(unused(['got'], { reasons: { got: 'the build runs it' } })).toEqual([]);
    expect(unused(['got'], { text: "import 'got';", reasons: { got: 'the build runs it', gone: 'the build runs it' } })).toEqual(['got needs no reason', 'gone needs no reason']);
  });
});
