import { readdirSync } from 'node:fs';
import path from 'node:path';

const directory = path.resolve(import.meta.dirname, '..');
/** Those that are about requests come first; one that is not named here is asked after them. */
const ORDER = ['requests', 'routes', 'processes', 'connections', 'start', 'memory', 'instances', 'synth', 'test-gateway'];

/** Names of all questions, in the order in which they are asked. */
export function questionNames() {
  const found = readdirSync(directory).filter((file) => file.endsWith('.mjs') && file !== 'run.mjs').map((file) => path.basename(file, '.mjs'));
  const place = (name) => (ORDER.includes(name) ? ORDER.indexOf(name) : ORDER.length);
  return found.sort().sort((left, right) => place(left) - place(right));
}

/** The questions that are wanted, in their own order; none named: all. */
export function chosen(names) {
  return questionNames().filter((name) => names.length === 0 || names.includes(name));
}
