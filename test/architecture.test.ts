import packageJson from '../package.json';
import { RUNTIME_LIBRARIES } from '../lib/runtime/libraries';
import { effectsOutsideEdges, type Edges } from './support/architecture/effects';
import { questionsAboutKinds } from './support/architecture/kinds';
import { testsWithoutSource, tooLongFiles } from './support/architecture/layout';
import {
  eagerImports, filesInNoRoom, forbiddenRoomImports, importCycles, packagesOutsideTheirRooms, pastTheDoor, unlistedPackages,
  type ImportTable, type PackageTable,
} from './support/architecture/rooms';
import { listFiles, parse, readLibrary } from './support/architecture/source';

/** Who may import whom. */
const MAY_IMPORT: ImportTable = {
  'errors': [],
  'spec': ['errors'],
  'constructs': ['spec', 'errors'],
  'openapi': ['spec', 'errors'],
  'importers': ['spec', 'errors'],
  'runtime': ['spec', 'errors'],
  'synth': ['constructs', 'openapi', 'spec', 'errors'],
  'aws': ['constructs', 'synth', 'openapi', 'spec', 'errors'],
  // What the door imports, jsii compiles: the rooms that are bundled instead have doors of their own.
  'index.ts': ['aws', 'constructs', 'synth', 'openapi', 'importers', 'spec', 'errors'],
  'cli': ['index.ts', 'constructs', 'synth', 'openapi', 'importers', 'runtime', 'spec', 'errors'],
  'testing': ['index.ts', 'constructs', 'synth', 'openapi', 'importers', 'runtime', 'spec', 'errors'],
};

const PACKAGE_ROOMS: PackageTable = {
  'constructs': ['constructs', 'synth', 'aws', 'index.ts', 'testing'],
  'aws-cdk-lib': ['constructs', 'synth', 'aws', 'index.ts', 'testing'],
};

/** The only files that touch clock, randomness, environment, console, files, sockets, threads and processes. */
const EDGES: Edges = {
  files: [
    'runtime/server/', 'runtime/functions/', 'runtime/sandbox/', 'runtime/system/', 'runtime/state/', 'runtime/processes/',
    'runtime/start.ts',
    'constructs/project.ts', 'synth/bundle-function.ts', 'synth/write-assembly.ts', 'synth/run-app.ts',
    'cli/', 'testing/',
  ],
  except: ['runtime/functions/event.ts', 'runtime/functions/result.ts'],
};

/** Shared files that ask for a kind all the same: the short path serves one kind only. */
const ASKING_KINDS = ['runtime/plain/plain-method.ts'];

const MAX_LINES = 400;

/** Folders of test/ that are about more than one file of lib/. */
const FREE_TEST_FOLDERS = [
  'base-spec', 'bench', 'browser', 'cases', 'clients', 'contracts', 'examples', 'golden', 'hostile', 'oracle', 'package', 'polyglot', 'soak', 'suites',
  'support',
];

/** Loaded from the user's project when they are there. */
const OPTIONAL_PACKAGES = ['aws-cdk-lib', 'esbuild'];
const COMPILED_ROOMS = ['errors', 'spec', 'constructs', 'synth', 'openapi', 'importers', 'aws', 'index.ts'];
const INSTALLED_PACKAGES = [...Object.keys(packageJson.dependencies), ...Object.keys(packageJson.peerDependencies), 'esbuild'];

const library = readLibrary();
const libraryFiles = listFiles('lib');

describe('rooms', () => {
  test('import only the rooms below them', () => {
    expect(filesInNoRoom(library, MAY_IMPORT)).toEqual([]);
    expect(forbiddenRoomImports(library, MAY_IMPORT)).toEqual([]);
  });

  test('are entered through their index.ts', () => {
    expect(pastTheDoor(library)).toEqual([]);
  });

  test('have no import cycles', () => {
    expect(importCycles(library)).toEqual([]);
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
    expect(forbiddenRoomImports([parse(file, text)], MAY_IMPORT)).toHaveLength(1);
  });

  test('an allowed import is not', () => {
    const sources = [parse('cli/commands/a.ts', "import { Api } from '../../index';\nimport { read } from '../../spec';")];
    expect(forbiddenRoomImports(sources, MAY_IMPORT)).toEqual([]);
    expect(filesInNoRoom([parse('elsewhere/a.ts', '')], MAY_IMPORT)).toHaveLength(1);
  });

  test('a way past the door is found', () => {
    const read = parse('spec/read.ts', '');
    const index = parse('spec/index.ts', '');
    expect(pastTheDoor([parse('runtime/a.ts', "import { read } from '../spec/read';"), read, index])).toHaveLength(1);
    expect(pastTheDoor([parse('runtime/a.ts', "import { read } from '../spec';"), read, index])).toEqual([]);
    expect(pastTheDoor([parse('cli/a.ts', "import { Api } from '../index';"), parse('index.ts', '')])).toEqual([]);
  });

  test('a cycle is found, one of types only is not', () => {
    const back = parse('spec/b.ts', "export { c } from './c';");
    const third = parse('spec/c.ts', "import { a } from './a';");
    expect(importCycles([parse('spec/a.ts', "import { b } from './b';"), back, third])).toEqual(['spec/a.ts → spec/b.ts → spec/c.ts → spec/a.ts']);
    expect(importCycles([parse('spec/a.ts', "import type { b } from './b';"), back, third])).toEqual([]);
    expect(importCycles([parse('spec/a.ts', "import { type b } from './b';"), back, third])).toEqual([]);
  });
});

describe('packages', () => {
  test('constructs and aws-cdk-lib stay in their rooms', () => {
    expect(packagesOutsideTheirRooms(library, PACKAGE_ROOMS)).toEqual([]);
  });

  test('optional packages are loaded when they are needed, not with the file', () => {
    expect(eagerImports(library, OPTIONAL_PACKAGES)).toEqual([]);
  });

  test('the runtime uses the listed libraries only', () => {
    expect(unlistedPackages(library, ['runtime'], RUNTIME_LIBRARIES)).toEqual([]);
  });

  test('the other compiled rooms use packages that users install only', () => {
    expect(unlistedPackages(library, COMPILED_ROOMS, INSTALLED_PACKAGES)).toEqual([]);
  });

  test('a package outside its rooms is found, also by its types', () => {
    const sources = [parse('openapi/a.ts', "import type { Stack } from 'aws-cdk-lib/core';"), parse('aws/render/a.ts', "import type { Stack } from 'aws-cdk-lib';")];
    expect(packagesOutsideTheirRooms(sources, PACKAGE_ROOMS)).toHaveLength(1);
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

describe('kinds of integrations, authorizers and authorizations', () => {
  test('answer for themselves: shared code does not ask which one it has', () => {
    expect(questionsAboutKinds(library, ASKING_KINDS)).toEqual([]);
  });

  test('the files that may ask still do', () => {
    expect(ASKING_KINDS.filter((file) => questionsAboutKinds(library.filter((one) => one.file === file)).length === 0)).toEqual([]);
  });

  test.each([
    "'uri' in integration", "'responses' in method.integration", "'function' in authorizerSpec", "'scopes' in authorization",
    "authorizer.type === 'jwt'", "'proxy' !== spec.integration.type", "switch (integration.type) { case 'mock': }",
    "['proxy'].includes(methods[name]?.integration.type ?? '')",
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
    expect(effectsOutsideEdges(library, EDGES)).toEqual([]);
  });

  test.each([
    'Date.now()', 'new Date()', 'Date()', 'globalThis.Date.now()', 'Math.random()', 'process.env.HOME', 'console.log(1)',
    'setTimeout(f, 1)', 'setInterval(f, 1)', "fetch('http://x')", 'crypto.randomUUID()', 'const { env } = process', 'performance.now()',
    "import { readFileSync } from 'node:fs'", "import net from 'node:net'", "import http from 'node:http'",
    "import { spawn } from 'node:child_process'", "import { Worker } from 'node:worker_threads'", "require('node:fs')",
    "import { randomUUID } from 'node:crypto'", "import * as crypto from 'node:crypto'", "import { setTimeout } from 'node:timers/promises'", 'import(file)',
  ])('an effect is found: %s', (text) => {
    expect(effectsOutsideEdges([parse('spec/a.ts', text)], EDGES)).toHaveLength(1);
    expect(effectsOutsideEdges([parse('runtime/functions/event.ts', text)], EDGES)).toHaveLength(1);
    expect(effectsOutsideEdges([parse('runtime/server/a.ts', text)], EDGES)).toEqual([]);
  });

  test.each([
    'new Date(now())', 'Math.max(1, 2)', 'request.process()', 'const x = { console: 1 }', 'function f(fetch: Fetch) { return fetch(1); }',
    'type F = typeof fetch', "import path from 'node:path'", "import { createHash, timingSafeEqual } from 'node:crypto'",
    "import { isIP } from 'node:net'", "import type { Server } from 'node:http'", "Buffer.from('a')",
  ])('pure code is left alone: %s', (text) => {
    expect(effectsOutsideEdges([parse('spec/a.ts', text)], EDGES)).toEqual([]);
  });
});

describe('layout', () => {
  test(`no file of lib/ has more than ${MAX_LINES} lines`, () => {
    expect(tooLongFiles(library, MAX_LINES)).toEqual([]);
  });

  test('every test stands where its source stands', () => {
    expect(testsWithoutSource(listFiles('test'), libraryFiles, FREE_TEST_FOLDERS)).toEqual([]);
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
});
