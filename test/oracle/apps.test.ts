import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import recommended from 'aws-cdk-lib/recommended-feature-flags.json';
import table from '../../docs/reference/aws-differences.json';
import { DECLARED_OTHERWISE, DIFFERENCES } from '../support/template/migration-differences';
import { cdkDiff, templateOfApp, type StackClass } from '../support/template/cdk-diff';

const FOLDER = path.join(__dirname, 'apps');
const APPS = appsWith('original');
/** Apps that have moved on to `Api` as well. */
const DECLARED = appsWith('declared');
const GUIDE = readFileSync(path.resolve(__dirname, '..', '..', 'docs', 'guides', 'migrating-from-rest-api.md'), 'utf8');

/** The names that classes of aws-cdk-lib have in an app that has moved on to `Api`. */
const CLASS_NAMES: Readonly<Record<string, string>> = {
  RestApi: 'Api', NodejsFunction: 'ProxyFunction', NodejsFunctionProps: 'ProxyFunctionProps', LambdaIntegration: 'ProxyIntegration',
};

/** Props of RestApi that are written otherwise, as the guide says. */
const PROPS: readonly (readonly [RegExp, string])[] = [
  [/\brestApiName\b/g, 'apiName'],
  [/\bendpointConfiguration: \{ types: \[([\w.]+)\] \}/g, 'endpointType: $1'],
];

/** With the flags of a new CDK project, and as in a project from before there were any. */
const FLAGS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [['all feature flags', recommended], ['no feature flags', {}]];

describe('an app that imports from synthgate/aws instead of aws-cdk-lib/aws-apigateway', () => {
  test.each(APPS)('%s: nothing else was changed in its source', (app) => {
    const [original, migrated] = sourcesOf(app, 'original', 'migrated');
    expect(migrated).toBe(original.replace("'aws-cdk-lib/aws-apigateway'", "'../../../../lib/cdk'"));
  });

  test.each(APPS)('%s: its template is the same', (app) => {
    const [before, after] = ['original', 'migrated'].map((file) => templateOfApp(stackIn(app, file), recommended));
    expect(after).toEqual(before);
    expect(Object.keys(after)).toContain('Resources');
  });
});

const seen = new Set<string>();

describe('an app that has moved on to Api by its imports, class names and props of the API', () => {
  test.each(DECLARED)('%s: nothing else was changed in its source', (app) => {
    const [original, declared] = sourcesOf(app, 'original', 'declared').map(withoutImports);
    const renamed = original.replaceAll(/\b[A-Z]\w+\b/g, (name) => CLASS_NAMES[name] ?? name);
    expect(declared).toBe(PROPS.reduce((text, [prop, own]) => text.replaceAll(prop, own), renamed));
  });

  test.each(casesOf(DECLARED))('%s with %s: cdk diff lists nothing but what docs/guides/migrating-from-rest-api.md explains', (app, _, context) => {
    const [before, after] = ['original', 'declared'].map((file) => templateOfApp(stackIn(app, file), context));
    const lines = cdkDiff(before, after);
    for (const line of lines) explanationsOf(line).forEach((id) => seen.add(id));
    expect(lines.filter((line) => explanationsOf(line).length === 0)).toEqual([]);
  });

  test('the guide explains at most ten differences, and each of them is there', () => {
    const rows = GUIDE.split('\n').flatMap((line) => /^\| <a id="([\w-]+)"/.exec(line)?.[1] ?? []);
    expect(rows.length).toBeLessThanOrEqual(10);
    expect(rows).toEqual(DIFFERENCES.map(({ id }) => id));
    expect(DIFFERENCES.filter(({ id, pattern }) => pattern !== undefined && !seen.has(id))).toEqual([]);
  });

  test('the guide explains every difference of the pairs, but for what has no counterpart of its name', () => {
    const explained = [...DIFFERENCES.flatMap(({ rows = [] }) => rows), ...DECLARED_OTHERWISE];
    expect(explained.sort()).toEqual(table.differences.map(({ id }) => id).sort());
  });
});

test('a difference that the guide does not explain is found', () => {
  const template = templateOfApp(stackIn('partners', 'declared'), {});
  const text = JSON.stringify(template);
  const broken = JSON.parse(text.replaceAll('"nodejs22.x"', '"nodejs20.x"')) as Record<string, unknown>;
  const lines = cdkDiff(template, broken);
  expect(lines).toEqual([expect.stringMatching(/^\[~\] AWS::Lambda::Function Rates\w+ Runtime$/)]);
  expect(lines.flatMap(explanationsOf)).toEqual([]);
});

/** Rows of the guide about a line of `cdk diff`. */
function explanationsOf(line: string): string[] {
  return DIFFERENCES.filter(({ pattern }) => pattern?.test(line) === true).map(({ id }) => id);
}

function appsWith(file: string): string[] {
  return readdirSync(FOLDER).filter((name) => existsSync(path.join(FOLDER, name, `${file}.ts`)));
}

function casesOf(apps: readonly string[]) {
  return apps.flatMap((app) => FLAGS.map(([flags, context]) => [app, flags, context] as const));
}

function sourcesOf(app: string, ...files: readonly string[]): string[] {
  return files.map((file) => readFileSync(path.join(FOLDER, app, `${file}.ts`), 'utf8'));
}

function withoutImports(source: string): string {
  return source.split('\n').filter((line) => !line.startsWith('import ')).join('\n');
}

/** The only export of a file of an app. */
function stackIn(app: string, file: string): StackClass {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const [declared] = Object.values(require(path.join(FOLDER, app, file)) as Record<string, StackClass>);
  return declared;
}
