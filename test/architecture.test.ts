import { readFileSync } from 'node:fs';
import path from 'node:path';
import packageJson from '../package.json';
import { RUNTIME_LIBRARIES } from '../lib/runtime/libraries';
import { cycleChanges, importCycles } from './support/architecture/cycles';
import { EDGE_FILES } from './support/architecture/edge-files';
import { edgesWithoutEffects, effectsOutsideEdges } from './support/architecture/effects';
import { KNOWN_CYCLES } from './support/architecture/known-cycles';
import { unusedExports } from './support/architecture/exports';
import { directListeners } from './support/architecture/listeners';
import { needlessEntries, sourcesWithoutTest, testsWithoutSource, tooLongFiles } from './support/architecture/layout';
import {
  deepImports, eagerImports, filesInNoModule, forbiddenImports, forbiddenInnerImports, importsOfOtherFolders, needlessImports,
  needlessInnerImports, needlessPackages, packagesOutsideTheirModules, tableCycles, tableOnPage,
  unlistedPackages,
} from './support/architecture/modules';
import { workOutsideOfSandbox } from './support/architecture/sandboxed';
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
const OPEN_TYPES = ['runtime/inspection/protocol.ts'];
/** The one file of values that it shares; it imports nothing. */
const OPEN_FILES = ['runtime/inspection/differs-each-time.ts'];
/** Inside build/library, so that users need not install them. */
const LIBRARY_PACKAGES = ['zod', 'fastest-levenshtein', 'ajv-draft-04', 'ajv-formats', 'velocityjs', 'yaml'];
const COMPILED_MODULES = ['errors', 'spec', 'props', 'constructs', 'synth', 'openapi', 'aws', 'index.ts'];

/** Where whatever is thrown is thrown for a client, and the file that registers listeners there. */
const LISTENING_FOLDERS = ['runtime/server/', 'runtime/management/', 'runtime/lambda-api/'];
const SAFE_LISTENERS = 'runtime/server/connection-listeners.ts';
/** A handler is exported for those who call functions. */
const CODE_OF_FUNCTIONS = 'support/functions/handlers/';
const CALLED_BY_LAMBDA = ['lib/runtime/system/jwt-authorizer.ts: nobody imports handler'];

const library = readSources('lib');
const libraryFiles = listFiles('lib');
const testFiles = listFiles('test');

describe('modules', () => {
  test('import only the modules below them', () => {
    expect(filesInNoModule(library, MODULE_IMPORTS)).toEqual([]);
    expect(forbiddenImports(library, MODULE_IMPORTS)).toEqual([]);
  });

  test('are imported through their index.ts', () => {
    expect(deepImports(library, OPEN_TYPES, OPEN_FILES)).toEqual([]);
    expect(library.filter(({ file, text }) => OPEN_FILES.includes(file) && text.includes('import '))).toEqual([]);
  });

  test('of the runtime import only the inner modules below them', () => {
    expect(forbiddenInnerImports(library, RUNTIME_IMPORTS)).toEqual([]);
  });

  test('use every import that the tables allow', () => {
    expect(needlessImports(library, MODULE_IMPORTS)).toEqual([]);
    expect(needlessInnerImports(library, RUNTIME_IMPORTS)).toEqual([]);
    expect(needlessPackages(library, PACKAGE_MODULES)).toEqual([]);
  });

  test('form no cycles', () => {
    expect(tableCycles(MODULE_IMPORTS)).toEqual([]);
    expect(tableCycles(RUNTIME_IMPORTS)).toEqual([]);
    expect(tableCycles({ a: ['b'], b: ['c'], c: ['b'], d: ['a'] })).toEqual(['b', 'c']);
  });

  test('are those that docs/internals/modules.md lists', () => {
    const page = readFileSync(path.join(__dirname, '..', 'docs/internals/modules.md'), 'utf8').split('\n## The build')[0];
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
    expect(deepImports([parse('cli/a.ts', "export * from '../spec/read';"), read, index], [], ['spec/read.ts'])).toEqual([]);
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

describe('listeners of connections', () => {
  test('are registered by the file that ends a connection for what they throw', () => {
    expect(directListeners(library, LISTENING_FOLDERS, SAFE_LISTENERS)).toEqual([]);
  });

  test.each([
    "socket.on('data', read);", "socket.once('close', end);", "server.addListener('connection', take);", "socket.prependListener('error', end);",
    "signal.addEventListener('abort', end);", "socket['on']('data', read);", 'socket.setTimeout(10, end);', 'createServer({}, (socket) => take(socket));',
    'http2().createServer(options, function take() {});', "socket.pause().on('data', read);", "emitter?.once('end', end);",
  ])('one that is registered directly is found: %s', (text) => {
    expect(directListeners([parse('runtime/server/a.ts', text)], LISTENING_FOLDERS, SAFE_LISTENERS)).toHaveLength(1);
    expect(directListeners([parse('runtime/management/dashboard/a.ts', text)], LISTENING_FOLDERS, SAFE_LISTENERS)).toHaveLength(1);
    expect(directListeners([parse(SAFE_LISTENERS, text), parse('runtime/functions/a.ts', text)], LISTENING_FOLDERS, SAFE_LISTENERS)).toEqual([]);
  });

  test.each(["listeners.add(socket, 'data', read);", 'setTimeout(() => end(), 10);', 'setTimeout(end, 10);', 'createServer({ noDelay: true });', 'const once = 1;'])(
    'all else is left alone: %s', (text) => {
      expect(directListeners([parse('runtime/server/a.ts', text)], LISTENING_FOLDERS, SAFE_LISTENERS)).toEqual([]);
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
    expect(unusedExports(library, [...tests, ...readScripts()])).toEqual(CALLED_BY_LAMBDA);
    const shared = tests.filter(({ file }) => file.startsWith('support/') && !file.startsWith(CODE_OF_FUNCTIONS));
    expect(unusedExports(shared, tests)).toEqual([]);
  });

  test('an export without one is found', () => {
    const sources = [parse('spec/a.ts', 'export const used = 1;\nexport function unused() {}\n'), parse('spec/b.ts', "import { used } from './a';")];
    expect(unusedExports(sources, [])).toEqual(['lib/spec/a.ts: nobody imports unused']);
  });

  test.each([
    '// unused\n', '/** Like `unused()`. */ export {};', "const text = 'unused';", 'const unused = 1;', 'const { unused } = options;', "import { unused } from './c';",
  ])('its name elsewhere does not use it: %j', (text) => {
    const sources = [parse('spec/a.ts', 'export const unused = 1;\nconst own = unused;\n'), parse('spec/b.ts', text), parse('spec/c.ts', '')];
    expect(unusedExports(sources, [])).toEqual(['lib/spec/a.ts: nobody imports unused']);
  });

  test.each([
    "import { used } from '../spec/a';", "import { used as other } from '../spec/a.js';", "import { type used, b } from '../spec/a';", "import type { used } from '../spec/a';",
    "export { used } from '../spec/a';", "export * from '../spec/a';", "import * as a from '../spec/a';", "const a = () => require('../spec/a');", "let a: typeof import('../spec/a').used;",
    "import { used } from '../../build/spec/a.js';",
  ])('an import uses it: %s', (text) => {
    const sources = [parse('spec/a.ts', 'export abstract class used {}\n'), parse('openapi/b.ts', text)];
    expect(unusedExports(sources, [])).toEqual([]);
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

describe('the sandbox', () => {
  test('has all work whose cost a client or an editor decides: no other file renders, matches or evaluates', () => {
    expect(workOutsideOfSandbox(library)).toEqual([]);
  });

  test.each([
    ['runtime/management/a.ts', "import { compileTemplate } from '../mapping/template';"],
    ['runtime/hosting/dashboard/a.ts', "export { compileTemplate } from '../../mapping/template';"],
    ['cli/a.ts', "const { parse } = require('velocityjs');"],
    ['runtime/authorizers/a.ts', "import * as patterns from '../sandbox/pattern';"],
    ['runtime/pipeline/a.ts', "import { bodyProblem } from '../validation/body-problem';"],
  ])('work outside of it is found: %s %s', (file, text) => {
    expect(workOutsideOfSandbox([parse(file, text)]).filter((line) => line.includes('is work of the sandbox'))).not.toEqual([]);
  });

  test('types, other names and listed files are not found, and an entry that no import needs is', () => {
    const table = [{ from: 'runtime/mapping/template.ts', name: 'compileTemplate', startedBy: ['runtime/a.ts', 'runtime/b.ts'] }];
    const sources = [
      parse('runtime/a.ts', "import { compileTemplate } from './mapping/template';"),
      parse('cli/a.ts', "import type { compileTemplate } from '../runtime/mapping/template';"),
      parse('cli/b.ts', "import { Template } from '../runtime/mapping/template';"),
    ];
    expect(workOutsideOfSandbox(sources, table)).toEqual(['runtime/b.ts does not start compileTemplate']);
  });
});
