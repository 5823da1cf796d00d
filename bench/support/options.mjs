import { parseArgs } from 'node:util';

/** Returns the text that `--help` prints. */
export const HELP = (known) => `usage: npm run bench -- [benchmark …] [--quick] [--json FILE]

Measures synthgate and its peers in the same run, in turn over several rounds, and prints medians, with CPU time where the
system has /proc. Peers come from npm at fixed versions, into node_modules/.cache; peers that cannot be installed are
skipped and reported.

benchmarks   ${known.join(', ')}; default: all
--only a,b   the same as naming benchmarks
--quick      fewer and shorter rounds, for a first look
--json FILE  writes [{name, ours, peer, ratio, target, ok}], one entry per target; null if it was not measured
--help       prints this

Exit code: 0 also when targets are missed, 1 when a benchmark failed, 2 for wrong usage.`;

/** @throws Error that says what is wrong, and what is allowed */
export function readOptions(given, known) {
  const { values, positionals } = parseArgs({
    args: given,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h', default: false }, quick: { type: 'boolean', default: false },
      json: { type: 'string' }, only: { type: 'string', multiple: true, default: [] },
    },
  });
  const names = [...positionals, ...values.only.flatMap((list) => list.split(','))];
  const unknown = names.filter((name) => !known.includes(name));
  if (unknown.length > 0) throw new Error(`unknown benchmark ${unknown.join(', ')}; expected ${known.join(', ')}`);
  return { help: values.help, isQuick: values.quick, json: values.json, names };
}
