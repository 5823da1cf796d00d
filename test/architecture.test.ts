import { readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../package.json';
import { RUNTIME_LIBRARIES } from '../lib/runtime/libraries';
import { cycleChanges, importCycles } from './support/architecture/cycles';
import { EDGE_FILES } from './support/architecture/edge-files';
import { edgesWithoutEffects, effectsOutsideEdges } from './support/architecture/effects';
import { KNOWN_CYCLES } from './support/architecture/known-cycles';
import { questionsAboutKinds } from './support/architecture/kinds';
import { unusedExports } from './support/architecture/exports';
import { needlessEntries, sourcesWithoutTest, testsWithoutSource, tooLongFiles } from './support/architecture/layout';
import {
  deepImports, eagerImports, filesInNoModule, forbiddenImports, forbiddenInnerImports, importsOfOtherFolders, needlessImports,
  needlessInnerImports, needlessPackages, packagesOutsideTheirModules, tableCycles, tableOnPage,
  unlistedPackages,
} from './support/architecture/modules';
import { listFiles, parse, readScripts, readSources } from './support/architecture/source';
import { MODULE_IMPORTS, PACKAGE_MODULES, RUNTIME_IMPORTS, SUITE_IMPORTS } from './support/architecture/tables';
import { TESTED_ELSEWHERE } from './support/architecture/tested-elsewhere';

const MAX_LINES = 400;
/** A longer source that contains a function has a test of its name, or is named with the test that runs it. */
const MAX_LINES_WITHOUT_TEST = 60;

/** Folders of test/ that are about more than one file of lib/. */
const FREE_TEST_FOLDERS = [
  'base-spec', 'bench', 'browser', 'clients', 'contracts', 'examples', 'golden', 'oracle', 'package', 'polyglot', 'suites', 'support',
];

/** Loaded from the user's project when they are there. */
const OPTIONAL_PACKAGES = ['aws-cdk-lib', 'esbuild'];
/** It exports what aws-cdk-lib exports; the build makes that optional, which test/package holds. */
const EXPORTS_OF_CDK = 'cdk/';
/** Types that a page needs, whose module a browser cannot load. */
const OPEN_TYPES = ['runtime/management/protocol.ts'];
/** Inside build/library, so that users need not install them. */
const LIBRARY_PACKAGES = ['zod', 'fastest-levenshtein', 'ajv-draft-04', 'ajv-formats', 'velocityjs', 'yaml'];
const COMPILED_MODULES = ['errors', 'spec', 'props', 'constructs', 'synth', 'openapi', 'aws', 'index.ts'];

const library = readSources('lib');
const libraryFiles = listFiles('lib');
const testFiles = listFiles('test');

describe('modules', () => {
  test('import only the modules below them', () => {
    expect(filesInNoModule(library, MODULE_IMPORTS)).toEqual([]);
    expect(forbiddenImports(library, MODULE_IMPORTS)).toEqual([]);
  });

  test('are imported through their index.ts', () => {
    expect(deepImports(library, OPEN_TYPES)).toEqual([]);
  });

  test('of the runtime import only the inner modules below them', () => {
    expect(forbiddenInnerImports(library, RUNTIME_IMPORTS)).toEqual([]);
  });

  test('use every import that the tables allow', () => {
    expect(needlessImports(library, MODULE_IMPORTS)).toEqual([]);
    expect(needlessInnerImports(library, RUNTIME_IMPORTS)).toEqual([]);
    expect(needlessPackages(library, PACKAGE_MODULES)).toEqual([]);
  });

  test('form no cycles; in the runtime, two pairs of inner modules are one part each', () => {
    expect(tableCycles(MODULE_IMPORTS)).toEqual([]);
    expect(tableCycles(RUNTIME_IMPORTS)).toEqual(['functions', 'async-events', 'inspection', 'management']);
    expect(tableCycles({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] })).toEqual(['b', 'c']);
  });

  test('are those that docs/architecture.md lists', () => {
    const page = readFileSync(path.join(__dirname, '..', 'docs', 'architecture.md'), 'utf8').split('\n## Inside the runtime')[0];
    const linesOf = (table: Readonly<Record<string, readonly string[]>>): string[] =>
      Object.entries(table).map(([name, imports]) => `${name}: ${[...imports].sort().join(' ')}`).sort();
    expect(linesOf(tableOnPage(page))).toEqual(linesOf(MODULE_IMPORTS));
  });

  test.each([
    ['spec/a.ts', "import { b } from '../runtime';"],
    ['runtime/a.ts', "import type { Api } from '../constructs';"],
    ['openapi/a.ts', "export * from '../synth';"],
    ['constructs/a.ts', "const b = require('../importers');"],
    ['spec/a.ts', "type B = import('../cli').B;"],
    ['index.ts', "export * from './runtime';"],
    ['elsewhere/a.ts', "import { b } from '../spec';"],
  ])('a forbidden import is found: %s %s', (file, text) => {
    expect(forbiddenImports([parse(file, text)], MODULE_IMPORTS)).toHaveLength(1);
  });

  test('an allowed import is not', () => {
    const sources = [parse('testing/gateway/a.ts', "import { Api } from '../../constructs';\nimport { read } from '../../spec';")];
    expect(forbiddenImports(sources, MODULE_IMPORTS)).toEqual([]);
    expect(filesInNoModule([parse('elsewhere/a.ts', '')], MODULE_IMPORTS)).toHaveLength(1);
  });

  test('an import that bypasses the index.ts is found', () => {
    const read = parse('spec/read.ts', '');
    const index = parse('spec/index.ts', '');
    expect(deepImports([parse('runtime/a.ts', "import { read } from '../spec/read';"), read, index])).toHaveLength(1);
    expect(deepImports([parse('runtime/a.ts', "import { read } from '../spec';"), read, index])).toEqual([]);
    expect(deepImports([parse('cli/a.ts', "import { Api } from '../index';"), parse('index.ts', '')])).toEqual([]);
    expect(deepImports([parse('cli/a.ts', "export type * from '../spec/read';"), read, index], ['spec/read.ts'])).toEqual([]);
    expect(deepImports([parse('cli/a.ts', "export * from '../spec/read';"), read, index], ['spec/read.ts'])).toHaveLength(1);
  });

  test('a forbidden import inside the runtime is found, also of a type', () => {
    const table = { http: [], router: ['http'] };
    const forbidden = (file: string, text: string) => forbiddenInnerImports([parse(file, text), parse('runtime/router/a.ts', ''), parse('runtime/http/a.ts', '')], table);
    expect(forbidden('runtime/http/b.ts', "import type { A } from '../router/a';")).toEqual(['lib/runtime/http/b.ts:1: http may not import router']);
    expect(forbidden('runtime/router/b.ts', "import { a } from '../http/a';\nimport { c } from './a';\nimport { d } from '../ports';")).toEqual([]);
    expect(forbidden('runtime/not-yet/b.ts', "import { a } from '../router/a';")).toEqual([]);
  });

  test('an entry that no import needs is found', () => {
    const sources = [parse('diff/a.ts', "import { b } from '../spec';"), parse('spec/index.ts', '')];
    expect(needlessImports(sources, { diff: ['spec', 'errors'], spec: [] })).toEqual(['diff imports errors']);
    const inner = [parse('runtime/router/a.ts', "import { b } from '../http/b';"), parse('runtime/http/b.ts', '')];
    expect(needlessInnerImports(inner, { router: ['http', 'plan'], http: [] })).toEqual(['router imports plan']);
  });
});

describe('the suites', () => {
  // hostile-definitions is a test of the sandbox by jest: it measures the sources, not the build
  const suites = readSources('test/suites').filter(({ file }) => !file.startsWith('hostile-definitions/'));

  test('import only what they share, and the build', () => {
    expect(filesInNoModule(suites, SUITE_IMPORTS)).toEqual([]);
    expect(forbiddenImports(suites, SUITE_IMPORTS)).toEqual([]);
    expect(importsOfOtherFolders(suites)).toEqual([]);
  });

  test(`have no import cycles, and no file of more than ${MAX_LINES} lines`, () => {
    expect(importCycles(suites)).toEqual([]);
    expect(tooLongFiles(suites, MAX_LINES)).toEqual([]);
  });

  test('an import of a source of lib/ is found, one of another suite too', () => {
    const sources = [parse('faults/check.ts', "import { CATALOG } from '../../../lib/errors';", 'test/suites')];
    expect(importsOfOtherFolders(sources)).toEqual(['test/suites/faults/check.ts:1: ../../../lib/errors is outside of test/suites']);
    expect(importsOfOtherFolders([parse('faults/check.ts', "import { until } from '../until';")])).toEqual([]);
    expect(forbiddenImports([parse('faults/check.ts', "import { send } from '../recorded/send';")], SUITE_IMPORTS)).toHaveLength(1);
  });
});

describe('import cycles', () => {
  test('are only the known ones, which become fewer', () => {
    expect(cycleChanges(library, KNOWN_CYCLES)).toEqual([]);
  });

  test.each([
    "import { b } from './b';", "import type { b } from './b';", "import { type b } from './b';", "export * from './b';", "type B = import('./b').B;",
    "const b = () => require('./b');",
  ])('one is found, by values and by types alike: %s', (text) => {
    const sources = [parse('spec/a.ts', text), parse('spec/b.ts', "export { c } from './c';"), parse('spec/c.ts', "import { a } from './a';"), parse('spec/d.ts', "import { a } from './a';")];
    expect(importCycles(sources)).toEqual([['spec/a.ts', 'spec/b.ts', 'spec/c.ts']]);
    expect(cycleChanges(sources, ['spec/a.ts', 'spec/b.ts'])).toEqual(['lib/spec/c.ts: is in an import cycle']);
  });

  test('a file that has left its cycle is found on the list', () => {
    expect(cycleChanges([parse('spec/a.ts', "import { b } from './b';"), parse('spec/b.ts', '')], ['spec/a.ts'])).toHaveLength(1);
  });
});

describe('packages', () => {
  test('constructs and aws-cdk-lib stay in their modules', () => {
    expect(packagesOutsideTheirModules(library, PACKAGE_MODULES)).toEqual([]);
  });

  test('optional packages are loaded when they are needed, not with the file', () => {
    expect(eagerImports(library.filter(({ file }) => !file.startsWith(EXPORTS_OF_CDK)), OPTIONAL_PACKAGES)).toEqual([]);
  });

  test('the runtime uses the listed libraries only', () => {
    expect(unlistedPackages(library, ['runtime'], RUNTIME_LIBRARIES)).toEqual([]);
  });

  test('the compiled modules use packages only that users install or the library contains', () => {
    const packages = [...Object.keys(packageJson.peerDependencies), ...OPTIONAL_PACKAGES, ...LIBRARY_PACKAGES];
    expect(unlistedPackages(library, COMPILED_MODULES, packages)).toEqual([]);
  });

  test('a package outside its modules is found, also by its types', () => {
    const sources = [parse('openapi/a.ts', "import type { Stack } from 'aws-cdk-lib/core';"), parse('aws/a.ts', "import type { Stack } from 'aws-cdk-lib';")];
    expect(packagesOutsideTheirModules(sources, PACKAGE_MODULES)).toHaveLength(1);
  });

  test('an eager import of an optional package is found, a lazy one is not', () => {
    expect(eagerImports([parse('aws/render/a.ts', "import { Stack } from 'aws-cdk-lib';")], OPTIONAL_PACKAGES)).toHaveLength(1);
    expect(eagerImports([parse('aws/render/a.ts', "const cdk = require('aws-cdk-lib');")], OPTIONAL_PACKAGES)).toHaveLength(1);
    expect(eagerImports([parse('aws/render/a.ts', "const cdk = () => require('aws-cdk-lib');")], OPTIONAL_PACKAGES)).toEqual([]);
  });

  test('an unlisted library is found, its types alone are not', () => {
    expect(unlistedPackages([parse('runtime/a.ts', "import got from 'got';")], ['runtime'], RUNTIME_LIBRARIES)).toHaveLength(1);
    expect(unlistedPackages([parse('runtime/a.ts', "import type { Context } from 'aws-lambda';")], ['runtime'], RUNTIME_LIBRARIES)).toEqual([]);
  });
});

describe('kinds of integrations, authorizers, authorizations and destinations', () => {
  test('answer for themselves: shared code does not ask which one it has', () => {
    // sends the records to destinations of each kind; another kind does not compile there
    const sender = 'runtime/async-events/failed-events.ts';
    expect(questionsAboutKinds(library, [sender])).toEqual([]);
  });

  test.each([
    "'uri' in integration", "'responses' in method.integration", "'function' in authorizerSpec", "'scopes' in authorization",
    "authorizer.type === 'jwt'", "'proxy' !== spec.integration.type", "switch (integration.type) { case 'mock': }",
    "['proxy'].includes(methods[name]?.integration.type ?? '')", "onFailure?.type === 'http'", "'audience' in spec", "spec.type === 'http'",
  ])('a question about a kind is found: %s', (text) => {
    expect(questionsAboutKinds([parse('openapi/a.ts', text)])).toHaveLength(1);
    expect(questionsAboutKinds([parse('aws/render/integrations/a.ts', text)])).toEqual([]);
    expect(questionsAboutKinds([parse('aws/lower/jwt.ts', text)])).toEqual([]);
  });

  test.each(["'problem' in reading", "part.type === 'literal'", 'describeIntegration(integration).uri', 'RENDERERS[integration.type](integration)'])(
    'other questions are left alone: %s', (text) => {
      expect(questionsAboutKinds([parse('openapi/a.ts', text)])).toEqual([]);
    },
  );
});

describe('effects', () => {
  test('stay in the edge files', () => {
    expect(effectsOutsideEdges(library, EDGE_FILES)).toEqual([]);
  });

  test('are in every edge file', () => {
    expect(edgesWithoutEffects(library, EDGE_FILES)).toEqual([]);
  });

  test.each([
    'Date.now()', 'new Date()', 'Date()', 'globalThis.Date.now()', 'Math.random()', 'process.env.HOME', 'console.log(1)',
    'setTimeout(f, 1)', 'setInterval(f, 1)', "fetch('http://x')", 'crypto.randomUUID()', 'const { env } = process', 'performance.now()',
    "import { readFileSync } from 'node:fs'", "import net from 'node:net'", "import http from 'node:http'",
    "import { spawn } from 'node:child_process'", "import { Worker } from 'node:worker_threads'", "require('node:fs')",
    "import { randomUUID } from 'node:crypto'", "import * as crypto from 'node:crypto'", "import { setTimeout } from 'node:timers/promises'", 'import(file)',
  ])('an effect is found: %s', (text) => {
    expect(effectsOutsideEdges([parse('spec/a.ts', text)], ['spec/b.ts'])).toHaveLength(1);
    expect(effectsOutsideEdges([parse('spec/a.ts', text)], ['spec/'])).toHaveLength(1);
    expect(effectsOutsideEdges([parse('spec/a.ts', text)], ['spec/a.ts'])).toEqual([]);
  });

  test.each([
    'new Date(now())', 'Math.max(1, 2)', 'request.process()', 'const x = { console: 1 }', 'function f(fetch: Fetch) { return fetch(1); }',
    'type F = typeof fetch', "import path from 'node:path'", "import { createHash, timingSafeEqual } from 'node:crypto'",
    "import { isIP } from 'node:net'", "import type { Server } from 'node:http'", "Buffer.from('a')",
  ])('pure code is left alone: %s', (text) => {
    expect(effectsOutsideEdges([parse('spec/a.ts', text)], [])).toEqual([]);
    expect(edgesWithoutEffects([parse('spec/a.ts', text)], ['spec/a.ts'])).toEqual(['spec/a.ts']);
  });
});

describe('layout', () => {
  test(`no file of lib/ has more than ${MAX_LINES} lines`, () => {
    expect(tooLongFiles(library, MAX_LINES)).toEqual([]);
  });

  test('every test mirrors a source', () => {
    expect(testsWithoutSource(testFiles, libraryFiles, FREE_TEST_FOLDERS)).toEqual([]);
  });

  test(`every source of more than ${MAX_LINES_WITHOUT_TEST} lines has a test, by its name or by the list`, () => {
    const rule = { maxLines: MAX_LINES_WITHOUT_TEST, table: TESTED_ELSEWHERE };
    expect(sourcesWithoutTest(library, testFiles, rule)).toEqual([]);
    expect(needlessEntries(library, testFiles, rule)).toEqual([]);
  });

  test('every export has a user', () => {
    const tests = readSources('test');
    expect(unusedExports(library, [...tests, ...readScripts()])).toEqual([]);
    expect(unusedExports(tests.filter(({ file }) => file.startsWith('support/')), tests)).toEqual([]);
  });

  test('an export without one is found', () => {
    const sources = [parse('spec/a.ts', 'export const used = 1;\nexport function unused() {}\n'), parse('spec/b.ts', "import { used } from './a';")];
    expect(unusedExports(sources, [])).toEqual(['lib/spec/a.ts: nobody imports unused']);
  });

  test('a file too long is found', () => {
    expect(tooLongFiles([parse('spec/a.ts', '\n'.repeat(MAX_LINES) + 'x')], MAX_LINES)).toHaveLength(1);
    expect(tooLongFiles([parse('spec/a.ts', 'x\n'.repeat(MAX_LINES))], MAX_LINES)).toEqual([]);
  });

  test('a test of nothing is found', () => {
    const sources = ['spec/read.ts', 'runtime/steps/route.ts'];
    expect(testsWithoutSource(['spec/write.test.ts', 'nowhere/a.test.ts'], sources, FREE_TEST_FOLDERS)).toHaveLength(2);
    expect(testsWithoutSource(['spec/read.test.ts', 'runtime/steps.test.ts', 'golden/a.test.ts', 'top.test.ts'], sources, FREE_TEST_FOLDERS)).toEqual([]);
  });

  test('a long source without test is found, a table of data is not', () => {
    const sources = [parse('spec/a.ts', 'export function a() {\n}\n'), parse('spec/b/index.ts', 'export const b = () => {\n};\n'), parse('spec/c.ts', 'export const C =\n  1;\n')];
    const without = (tests: string[], table = {}, maxLines = 1) => sourcesWithoutTest(sources, tests, { maxLines, table });
    expect(without([])).toEqual(['lib/spec/a.ts: has no test test/spec/a.test.ts', 'lib/spec/b/index.ts: has no test test/spec/b/index.test.ts']);
    expect(without(['spec/a.test.ts', 'spec/b.test.ts'])).toEqual([]);
    expect(without([], { 'spec/a.ts': 'x.test.ts', 'spec/b/': 'x.test.ts' })).toEqual([]);
    expect(without([], {}, 2)).toEqual([]);
  });

  test('an entry that no source needs, or whose test does not exist, is found', () => {
    const sources = [parse('spec/a.ts', 'export function a() {\n}\n')];
    const needless = (tests: string[]) => needlessEntries(sources, tests, { maxLines: 1, table: { 'spec/a.ts': 'golden' } });
    expect(needless(['golden/x.test.ts'])).toEqual([]);
    expect(needless([])).toHaveLength(1);
    expect(needless(['golden/x.test.ts', 'spec/a.test.ts'])).toHaveLength(1);
  });
});
