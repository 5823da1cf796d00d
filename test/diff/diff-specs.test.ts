import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diffApis, diffSpecs, RULES, type DiffOptions, type Finding } from '../../lib/diff';
import type { GatewaySpec } from '../../lib/spec';
import { DIFF_CASES } from '../support/diff/cases';
import { complete, specInput } from '../support/spec';

/** The findings of every case, there and back; `GOLDEN=write` writes them anew. Look at the difference before you commit it. */
const GOLDEN = path.join(__dirname, 'golden-findings.json');

/** Rules that no single definition has examples of: see diffApis below. */
const RULES_OF_PROJECTS = ['api-removed', 'api-added'];

type Golden = Readonly<Record<string, { readonly there: readonly string[]; readonly back: readonly string[] }>>;

function linesOf(before: GatewaySpec, after: GatewaySpec, options: DiffOptions = {}): string[] {
  return diffSpecs(before, after, options).findings.map(lineOf);
}

function lineOf({ level, rule, location, before, after }: Finding): string {
  return `${level} ${rule} · ${location} · ${JSON.stringify(before) ?? 'nothing'} → ${JSON.stringify(after) ?? 'nothing'}`;
}

const reports = Object.fromEntries(DIFF_CASES.map(({ name, before, after, options }) =>
  [name, { there: linesOf(before, after, options), back: linesOf(after, before, options) }]));
if (process.env.GOLDEN === 'write') writeFileSync(GOLDEN, `${JSON.stringify(reports, undefined, 1)}\n`);
const golden = JSON.parse(readFileSync(GOLDEN, 'utf8')) as Golden; // written above

test('a fingerprint of a whole body is another one when the change is another one', () => {
  const change = (name: string): string | undefined => {
    const { before, after } = DIFF_CASES.find((one) => one.name === name) ?? { before: undefined, after: undefined };
    return before && after && diffSpecs(after, before).findings.find(({ rule }) => rule === 'request-widened')?.fingerprint;
  };
  const all = ['request: a value is removed', 'request: a limit is tighter'].map(change);
  expect([new Set(all).size, all.every((one) => one !== undefined)]).toEqual([2, true]);
});

describe('rules', () => {
  test.each(DIFF_CASES.map(({ name }) => name))('%s', (name) => {
    expect(reports[name]).toEqual(golden[name]);
  });

  test('every rule has an example, and every level of a rule is one that it declares', () => {
    const lines = Object.values(reports).flatMap(({ there, back }) => [...there, ...back]);
    const seen = new Map<string, Set<string>>();
    for (const line of lines) {
      const [level = '', rule = ''] = line.split(' ');
      seen.set(rule, (seen.get(rule) ?? new Set()).add(level));
    }
    expect(Object.keys(RULES).filter((rule) => !seen.has(rule))).toEqual(RULES_OF_PROJECTS);
    for (const [rule, levels] of seen) {
      const { level, otherLevels = [] } = RULES[rule] ?? {};
      expect([rule, [...levels].filter((one) => one !== level && !otherLevels.some((other) => other === one))]).toEqual([rule, []]);
    }
  });
});

const api = (name: string, id: string, settings: object = {}): GatewaySpec => complete(specInput({ api: { id, name, ...settings } }));
const apiLines = (before: readonly GatewaySpec[], after: readonly GatewaySpec[]): string[] =>
  diffApis(before, after).findings.map(({ api: name, level, rule, location }) => `${name}: ${level} ${rule} ${location}`);

test('APIs of one name are compared, whatever their order', () => {
  expect(apiLines([api('Pets', 'pets'), api('Shop', 'shop')], [api('Shop', 'shop', { minimumCompressionSize: 0 }), api('Pets', 'pets')]))
    .toEqual(['Shop: behavior compression-changed API minimumCompressionSize']);
});

test('an API with another name is found by its id', () => {
  expect(apiLines([api('Pets', 'pets'), api('Shop', 'shop')], [api('Animals', 'pets'), api('Shop', 'shop')])).toEqual(['Animals: cosmetic text-changed API name']);
});

test('the only API of both sides is the same one', () => {
  expect(apiLines([api('Pets', 'pets')], [api('Animals', 'animals')])).toEqual([
    'Animals: behavior api-id-changed API id', 'Animals: cosmetic text-changed API name',
  ]);
});

test('an API that is gone is breaking, a new one is not', () => {
  const [pets, shop] = [api('Pets', 'pets'), api('Shop', 'shop')];
  expect(apiLines([pets, shop], [shop])).toEqual(['Pets: breaking api-removed API Pets']);
  expect(apiLines([shop], [pets, shop])).toEqual(['Pets: cosmetic api-added API Pets']);
  expect(diffApis([], [shop])).toMatchObject({ ruleSet: 'synthgate/1', semver: 'patch', findings: [{ rule: 'api-added' }] });
});
