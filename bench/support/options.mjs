import { parseArgs } from 'node:util';

/** What `--help` prints. */
export const HELP = (known) => `usage: npm run bench -- [question …] [--quick] [--json FILE]

Asks synthgate and its peers in the same run, in turn over several rounds, and prints medians; CPU time stands beside
throughput where the system tells it (/proc). Peers come from npm at fixed versions, into node_modules/.cache; one that
cannot be installed is left out and said to be.

questions    ${known.join(', ')}; none named: all
--only a,b   the same as naming questions
--quick      fewer and shorter rounds, for a first look
--json FILE  writes [{name, ours, peer, ratio, target, ok}], one entry a target; null where there is no figure
--help       prints this

Exit code: 0 also when targets are missed, 1 when a question could not be asked, 2 for wrong usage.`;

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
  if (unknown.length > 0) throw new Error(`there is no question ${unknown.join(', ')}; there are ${known.join(', ')}`);
  return { help: values.help, isQuick: values.quick, json: values.json, names };
}
