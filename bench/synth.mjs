// How long does a definition take to become a spec? The same methods declared with aws-cdk-lib are the peer. Each figure is
// a process of its own, loading of the library included, as at the start of a command.
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { median, short, table } from './support/statistics.mjs';

export const title = 'From definition to spec';

const peers = path.join(import.meta.dirname, 'peers');

/** The largest definition is left out of `--quick`, and asked once of the CDK, which takes long for it. */
export async function run({ isQuick }) {
  const sizes = isQuick ? [10, 100] : [10, 100, 1_000];
  const rows = sizes.map((methods) => {
    const rounds = isQuick ? 1 : 5;
    const ours = results('declare.mjs', methods, rounds);
    const theirs = results('declare-cdk.mjs', methods, methods >= 1_000 || isQuick ? 1 : 3);
    return [
      methods, short(ours.totalMs), short(ours.synthMs), short(ours.kilobytes), short(theirs.totalMs), short(theirs.synthMs),
      (ours.totalMs / theirs.totalMs).toFixed(2),
    ];
  });
  return table(['methods', 'synthgate ms', 'of it toJson ms', 'spec kB', 'aws-cdk-lib ms', 'of it synth ms', '× aws-cdk-lib'], rows);
}

function results(file, methods, rounds) {
  const all = Array.from({ length: rounds }, () => {
    const startedAt = performance.now();
    const output = execFileSync(process.execPath, [path.join(peers, file), String(methods)], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    return { totalMs: performance.now() - startedAt, ...JSON.parse(output) };
  });
  return Object.fromEntries(['totalMs', 'synthMs', 'kilobytes'].map((key) => [key, median(all.map((one) => one[key]))]));
}
