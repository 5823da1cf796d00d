import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AXES, IMPOSSIBLE, IN_EVERY_TEST, idOf, pairsLeftOut, rows } from './matrix';
import { everyRow, pairsOf, pairwiseCover } from './pairwise';

describe('a pairwise cover', () => {
  const axes = { a: ['1', '2', '3'], b: ['1', '2'], c: ['1', '2'] } as const;
  const every = everyRow<{ a: string; b: string; c: string }>(axes);

  test('has every pair, in fewer rows than there are', () => {
    const cover = pairwiseCover(every);
    expect(new Set(cover.flatMap(pairsOf))).toEqual(new Set(every.flatMap(pairsOf)));
    expect([every.length, cover.length]).toEqual([12, 6]);
  });

  test('begins with the chosen rows, and repeats none of their pairs without need', () => {
    const chosen = { a: '3', b: '2', c: '2' };
    const cover = pairwiseCover(every, [chosen]);
    expect(cover[0]).toBe(chosen);
    expect(cover.filter((row) => idsOf(row) === idsOf(chosen))).toHaveLength(1);
  });

  test('has the pairs of possible rows only', () => {
    const possible = every.filter(({ a, b }) => !(a === '1' && b === '1'));
    const pairs = pairwiseCover(possible).flatMap(pairsOf);
    expect(pairs).not.toContain('a=1 b=1');
    expect(new Set(pairs)).toEqual(new Set(possible.flatMap(pairsOf)));
  });
});

test('each pair of the matrix is in a row, or named with the reason why not', () => {
  const covered = new Set(rows().flatMap(pairsOf));
  const missing = everyRow(AXES).flatMap(pairsOf).filter((pair) => !covered.has(pair));
  expect([...new Set(missing)].sort()).toEqual(pairsLeftOut().map(({ name }) => name).sort());
  expect(IMPOSSIBLE.every(({ reason }) => reason.length > 20)).toBe(true);
});

test('about twenty rows, each once, and first those of every test', () => {
  const ids = rows().map(idOf);
  expect(ids.slice(0, IN_EVERY_TEST.length)).toEqual(IN_EVERY_TEST.map(idOf));
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.length).toBeGreaterThanOrEqual(19);
  expect(ids.length).toBeLessThanOrEqual(24);
});

test('npm test plays the rows that are meant', () => {
  const script = readFileSync(path.resolve(__dirname, '../../runner/main.mjs'), 'utf8');
  expect(script).toContain(`const STRANGERS = [${IN_EVERY_TEST.map((row) => `'${idOf(row)}'`).join(', ')}];`);
});

function idsOf(row: Readonly<Record<string, string>>): string {
  return Object.values(row).join('/');
}
