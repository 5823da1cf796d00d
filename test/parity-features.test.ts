import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../lib/errors';
import { examineSpec, specJsonSchema, type GatewaySpecInput } from '../lib/spec';
import { propertiesOfCloudFormation } from './support/cloudformation-properties';

/*
 * docs/reference/parity-features.json, which docs/parity.md and docs/internals/parity-evidence.md are made from: no row without
 * proof, nothing left out.
 */

interface Row {
  readonly feature: string;
  readonly answer: 'yes' | 'differs' | 'refused';
  /** Properties of CloudFormation's types, without `AWS::ApiGateway::`; `Type.*` is all of one. */
  readonly aws?: readonly string[];
  /** How it differs, or how a refusal is noticed. */
  readonly how?: string;
  /** Where it is in a spec. */
  readonly spec?: readonly string[];
  /** Error or warning of the catalog; what is tried on a spec is SPEC_INVALID without one. */
  readonly code?: string;
  /** Values that make a spec refused: a JSON pointer into BASE, and the value there. */
  readonly refused?: readonly { readonly place: string; readonly value: unknown }[];
  /** Ids of recorded and documented cases; with `*` at the end, all that begin so. */
  readonly cases?: readonly string[];
  /** Why the cases' vocabulary cannot express a "yes" of the data plane; tests must show it. */
  readonly withoutCase?: string;
  /** `path of a test file: title`. */
  readonly tests?: readonly string[];
}

interface Case {
  readonly id: string;
  /** Why AWS answers something else. */
  readonly differs?: string;
}

const root = path.resolve(__dirname, '..');
const read = <Content>(file: string): Content => JSON.parse(readFileSync(path.join(root, file), 'utf8')) as Content;
const chapters = read<readonly { readonly title: string; readonly rows: readonly Row[] }[]>('docs/reference/parity-features.json');
const rows = chapters.flatMap((chapter) => chapter.rows);
const cases = ['recorded', 'documented'].flatMap((name) => read<readonly Case[]>(`test/cases/${name}.json`));
const isMeant = (pattern: string, id: string) => (pattern.endsWith('*') ? id.startsWith(pattern.slice(0, -1)) : id === pattern);

/** A spec with one node of everything that rows refuse additions to. */
const BASE: GatewaySpecInput = {
  format: 'synthgate/1',
  api: { id: 'pets', name: 'Pets' },
  functions: { Fn: { code: 'fn', handler: 'index.handler' } },
  authorizers: { Auth: { type: 'token', function: 'Fn' } },
  resources: {
    '/x': {
      id: 'x',
      methods: {
        GET: { integration: { type: 'http', uri: 'http://backend/', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } },
        POST: { integration: { type: 'mock', responses: [{ statusCode: '200' }] }, methodResponses: { 200: {} } },
        PUT: { integration: { type: 'proxy', function: 'Fn' } },
      },
    },
  },
  stages: { prod: {} },
  apiKeys: { Key: { value: 'a-key-of-twenty-characters' } },
  usagePlans: { Plan: { keys: ['Key'], stages: { prod: {} } } },
};

/** BASE with a value at a place. */
function baseWith(pointer: string, value: unknown): unknown {
  const spec = structuredClone(BASE) as Record<string, unknown>;
  const steps = pointer.slice(1).split('/').map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const parent = steps.slice(0, -1).reduce<Record<string, unknown>>((node, step) => node[step] as Record<string, unknown>, spec);
  parent[steps.at(-1) ?? ''] = value;
  return spec;
}

const errorsOf = (spec: unknown) => examineSpec(spec, 'spec').issues.filter(({ severity }) => severity === 'error');

test('every row has an answer of the three, and its reason', () => {
  expect(rows.filter(({ answer }) => !['yes', 'differs', 'refused'].includes(answer)).map(({ feature }) => feature)).toEqual([]);
  expect(rows.filter(({ answer, how }) => answer !== 'yes' && how === undefined).map(({ feature }) => feature)).toEqual([]);
  expect(rows.map(({ feature }) => feature).filter((feature, index, all) => all.indexOf(feature) !== index)).toEqual([]);
});

test('what is there is shown by a case or a test, what is refused by a test or by a spec that is refused', () => {
  const isShown = ({ answer, cases: shown = [], tests = [], refused = [] }: Row) =>
    shown.length + tests.length > 0 || (answer === 'refused' && refused.length > 0);
  expect(rows.filter((row) => !isShown(row)).map(({ feature }) => feature)).toEqual([]);
});

test('a "yes" of the data plane is shown by a case, or says why no case can, and then by a test', () => {
  const dataPlane = chapters.filter(({ title }) => title.startsWith('Data plane')).flatMap((chapter) => chapter.rows).filter(({ answer }) => answer === 'yes');
  expect(dataPlane.length).toBeGreaterThan(40);
  const isDecided = ({ cases: shown, withoutCase }: Row) => (shown === undefined) !== (withoutCase === undefined);
  expect(dataPlane.filter((row) => !isDecided(row)).map(({ feature }) => feature)).toEqual([]);
  const unproved = rows.filter((row) => row.withoutCase !== undefined && (!dataPlane.includes(row) || row.tests === undefined));
  expect(unproved.map(({ feature }) => feature)).toEqual([]);
});

test('every case that a row names exists, and every case is in a row', () => {
  const named = rows.flatMap((row) => row.cases ?? []);
  expect(named.filter((pattern) => !cases.some(({ id }) => isMeant(pattern, id)))).toEqual([]);
  expect(cases.filter(({ id }) => !named.some((pattern) => isMeant(pattern, id))).map(({ id }) => id)).toEqual([]);
});

test('a case that AWS answers otherwise is in a row that says how', () => {
  const differing = cases.filter(({ differs }) => differs !== undefined);
  const rowsOf = (id: string) => rows.filter((row) => row.cases?.some((pattern) => isMeant(pattern, id)));
  expect(differing.map(({ id }) => id)).toContain('documented-method-override');
  expect(differing.filter(({ id }) => rowsOf(id).some(({ answer }) => answer !== 'differs')).map(({ id }) => id)).toEqual([]);
});

test('every test that a row names exists', () => {
  const isThere = (name: string) => {
    const at = name.indexOf(': ');
    const [where, title] = [name.slice(0, at), name.slice(at + 2)];
    const file = path.join(root, 'test', where);
    return existsSync(file) && readFileSync(file, 'utf8').replaceAll('\\\'', '\'').includes(`'${title}'`);
  };
  expect(rows.flatMap(({ tests = [] }) => tests).filter((name) => !isThere(name))).toEqual([]);
});

test('every code that a row names is in the catalog', () => {
  const named = rows.flatMap(({ code, how = '' }) => [code ?? [], ...Array.from(how.matchAll(/\(([A-Z]+(?:_[A-Z]+)+)\)/g), ([, one]) => one ?? '')].flat());
  expect(named.filter((code) => !Object.hasOwn(CATALOG, code))).toEqual([]);
});

test('the spec that refusals are tried on is right', () => {
  expect(errorsOf(BASE)).toEqual([]);
});

test.each(rows.flatMap(({ feature, refused = [], code = 'SPEC_INVALID' }) => refused.map(({ place, value }) => ({ feature, place, value, code }))))(
  '$feature: $place is refused with $code', ({ place, value, code }) => {
    expect(errorsOf(baseWith(place, value)).map((error) => error.code)).toContain(code);
  },
);

interface SchemaNode {
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
}

/** Nodes that a step of a row's `spec` leads to: `*` any key of a map, `[]` an entry of a list, else a member. */
function nodesAt(nodes: readonly SchemaNode[], step: string): SchemaNode[] {
  const all = nodes.flatMap(function variants(node): SchemaNode[] {
    return [node, ...[...node.anyOf ?? [], ...node.oneOf ?? []].flatMap(variants)];
  });
  return all.flatMap((node) => {
    if (step === '[]') return node.items ?? [];
    if (step !== '*') return node.properties?.[step] ?? [];
    const own = typeof node.additionalProperties === 'object' ? [node.additionalProperties] : [];
    return [...own, ...(own.length === 0 && node.properties !== undefined ? Object.values(node.properties) : [])];
  });
}

test('every place in a spec that a row names exists', () => {
  const schema = specJsonSchema() as SchemaNode;
  const exists = (place: string) => place.replaceAll('[]', '.[]').split('.').reduce<readonly SchemaNode[]>(nodesAt, [schema]).length > 0;
  expect(rows.flatMap(({ spec = [] }) => spec).filter((place) => !exists(place))).toEqual([]);
});

describe('CloudFormation', () => {
  const types = propertiesOfCloudFormation();
  const listed = rows.flatMap(({ aws = [] }) => aws);
  const covers = (entry: string, property: string) => entry === property || (entry.endsWith('.*') && property.startsWith(entry.slice(0, -1)));

  test('its types are read', () => {
    expect(types.length).toBeGreaterThan(180);
    expect(types).toEqual(expect.arrayContaining(['RestApi.binaryMediaTypes', 'Method.Integration.uri', 'Stage.MethodSetting.cachingEnabled']));
  });

  test('every property of every type is in a row', () => {
    expect(types.filter((property) => !listed.some((entry) => covers(entry, property)))).toEqual([]);
  });

  test('every property that a row names exists', () => {
    expect(listed.filter((entry) => !types.some((property) => covers(entry, property)))).toEqual([]);
  });
});
