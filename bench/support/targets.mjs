// Targets and results as entries of `--json`: {name, ours, peer, ratio, target, ok}. Numbers are in the unit that the name
// says; `target` is a comparison with the ratio where there is a peer (`>= 1 x`), else with our figure (`< 300 ms`).
import { short, table } from './statistics.mjs';

const COMPARISONS = {
  atLeast: { sign: '>=', holds: (value, bound) => value >= bound },
  above: { sign: '>', holds: (value, bound) => value > bound },
  atMost: { sign: '<=', holds: (value, bound) => value <= bound },
  below: { sign: '<', holds: (value, bound) => value < bound },
};

/**
 * Ours beside a peer's figure of the same run: `compared({ name, ours, peer, atLeast: 1 })`, or `above`, `atMost`, `below`.
 * `ratio` is ours to the peer's unless it is given. Without the peer's figure the target counts as missed.
 */
export function compared({ name, ours, peer, ratio = ours / peer, ...bound }) {
  const { sign, limit, holds } = comparisonOf(bound);
  const isKnown = isFigure(ours) && isFigure(peer) && isFigure(ratio);
  return { name, ours: rounded(ours), peer: rounded(peer), ratio: isKnown ? rounded(ratio) : null, target: `${sign} ${limit} x`, ok: isKnown && holds(ratio) };
}

/** Our figure alone: `measured({ name, ours, below: 250, unit: 'ms' })`. */
export function measured({ name, ours, unit, ...bound }) {
  const { sign, limit, holds } = comparisonOf(bound);
  return { name, ours: rounded(ours), peer: null, ratio: null, target: `${sign} ${limit} ${unit}`, ok: isFigure(ours) && holds(ours) };
}

/** All entries for people. */
export function targetTable(entries) {
  const rows = entries.map(({ name, ours, peer, ratio, target, ok }) => [name, short(ours), short(peer), ratio ?? '–', target, ok ? 'yes' : 'no']);
  return table(['target', 'ours', 'peer', 'ratio', 'aimed at', 'reached'], rows);
}

function comparisonOf(bound) {
  const [[kind, limit] = [], ...more] = Object.entries(bound);
  if (COMPARISONS[kind] === undefined || typeof limit !== 'number' || more.length > 0) {
    throw new Error(`a target has one of ${Object.keys(COMPARISONS).join(', ')} with a number, not ${JSON.stringify(bound)}`);
  }
  const { sign, holds } = COMPARISONS[kind];
  return { sign, limit, holds: (value) => holds(value, limit) };
}

const isFigure = (value) => typeof value === 'number' && Number.isFinite(value);
/** Four significant digits: more would be noise. */
const rounded = (value) => (isFigure(value) ? Number(value.toPrecision(4)) : null);
