import { readdirSync } from 'node:fs';
import path from 'node:path';

const directory = path.resolve(import.meta.dirname, '..');
/** Benchmarks of requests come first; those not named here run after them. */
const ORDER = ['requests', 'routes', 'processes', 'connections', 'start', 'memory', 'instances', 'languages', 'synth', 'test-gateway'];

/** Names of all benchmarks, in the order in which they run. */
export function benchmarkNames() {
  const found = readdirSync(directory).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs').map((file) => path.basename(file, '.mjs'));
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return found.sort().sort((left, right) => place(left) - place(right));
}

/** The selected benchmarks, in their own order; all if none is named. */
export function chosen(names) {
  return benchmarkNames().filter((name) => names.length === 0 || names.includes(name));
}
