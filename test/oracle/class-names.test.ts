import recommended from 'aws-cdk-lib/recommended-feature-flags.json';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestGateway } from '../../lib/testing';
import { newDirectory, removeDirectories } from '../support/assembly';
import { answerTo, expectedOf, uncalled } from '../support/samples/call-app';
import { CREDENTIALS } from '../support/samples/call';
import { SAMPLES } from '../support/samples/calls';
import { loadApp } from '../support/samples/load-app';
import { withOurApi } from '../support/samples/migrate';
import { typeErrorsOf } from '../support/samples/type-check';
import { cdkDiff } from '../support/template/cdk-diff';
import { DIFFERENCES } from '../support/template/migration-differences';

jest.setTimeout(60_000);

/* The apps of samples.test.ts with the class RestApi exchanged as well: everything else that they have is still of the CDK. */

const FOLDER = path.join(__dirname, 'samples');
const NAMES = readdirSync(FOLDER).filter((file) => file.endsWith('.ts')).map((file) => path.basename(file, '.ts'));
/** Those that need nothing beside the gateway, and have an Api. */
const CALLED = ['authorizers', 'cors-origins', 'streaming', 'usage-plans', 'validation'];

afterAll(removeDirectories);

test('no app has a type error', () => {
  expect(typeErrorsOf(new Map(NAMES.map((name) => [path.join(FOLDER, `${name}.api.ts`), withOurApi(sourceOf(name))])))).toEqual([]);
});

test.each(NAMES)('%s: cdk diff lists nothing but what the guide explains', (name) => {
  const [before, after] = [sourceOf(name), withOurApi(sourceOf(name))].map((source) => templatesOf(source, name));
  expect(Object.keys(after).sort()).toEqual(Object.keys(before).sort());
  const lines = Object.keys(before).flatMap((file) => cdkDiff(before[file] ?? {}, after[file] ?? {}));
  expect(lines.filter((line) => !DIFFERENCES.some(({ pattern }) => pattern?.test(line) === true))).toEqual([]);
});

test.each(CALLED)('%s: its Api answers as its RestApi', async (name) => {
  const { calls } = SAMPLES[name];
  const gateway = await createTestGateway(load(withOurApi(sourceOf(name)), name), { credentials: [CREDENTIALS] });
  try {
    const answers = [];
    for (const call of calls) answers.push(await answerTo(gateway, call));
    expect(answers).toEqual(calls.map(expectedOf));
    expect(uncalled(gateway, calls)).toEqual([]);
  } finally {
    await gateway.close();
  }
});

function sourceOf(name: string): string {
  return readFileSync(path.join(FOLDER, `${name}.ts`), 'utf8');
}

function load(source: string, name: string, context: Readonly<Record<string, unknown>> = {}) {
  const given = { ...recommended, proxy_url: 'https://backend.example.com', ...context };
  return loadApp(source, path.join(FOLDER, `${name}.ts`), { outdir: newDirectory(), context: given });
}

/** By the names of their files. */
function templatesOf(source: string, name: string): Record<string, Record<string, unknown>> {
  const { directory } = load(source, name, { 'aws:cdk:bundling-stacks': [] }).synth();
  const files = readdirSync(directory).filter((file) => file.endsWith('.template.json'));
  return Object.fromEntries(files.map((file) => [file, JSON.parse(readFileSync(path.join(directory, file), 'utf8')) as Record<string, unknown>]));
}
