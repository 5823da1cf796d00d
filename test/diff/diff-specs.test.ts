import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diffSpecs, RULES, type DiffOptions, type Finding } from '../../lib/diff';
import type { GatewaySpec } from '../../lib/spec';
import { DIFF_CASES } from '../support/diff/cases';

/** The findings of every case, there and back; `GOLDEN=write` writes them anew. Look at the difference before you commit it. */
const GOLDEN = path.join(__dirname, 'golden-findings.json');

/** Rules that no single definition has examples of: diff-apis.test.ts. */
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
