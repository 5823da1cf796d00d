// Plays hostile bytes against the gateway as it is built: `npm run hostile -- test/cases/hostile.json`. The gateway is the
// one of test/hostile/app.ts, served by the command line in a process of its own; bytes go over raw sockets.
//   --group a,b      only the cases of these groups
//   --id x           only the cases whose id is or starts with x (repeatable)
//   --patience n     how much longer than the file says everything may take, for busy machines; default 1
//   --verbose        also prints what passed, and which answer it was
// An expectation that this player does not understand fails the case; none is skipped. Last line: `N passed, N failed`.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { startFixture } from './hostile/fixture.mjs';
import { playAll } from './hostile/play.mjs';

const { values, positionals: [file] } = parseArgs({
  allowPositionals: true,
  options: {
    group: { type: 'string' }, id: { type: 'string', multiple: true },
    patience: { type: 'string', default: '1' }, verbose: { type: 'boolean' },
  },
});
if (file === undefined || !(Number(values.patience) > 0)) {
  console.error('usage: npm run hostile -- <file.json> [--group a,b] [--id x] [--patience n] [--verbose]');
  process.exit(2);
}

const cases = readCases(file).filter(isWanted);
const fixture = await startFixture();
try {
  print(await playAll(cases, fixture, { patience: Number(values.patience) }));
} finally {
  await fixture.close();
}

function readCases(name) {
  const { version, cases: read } = JSON.parse(readFileSync(name, 'utf8'));
  if (version !== 1 || !Array.isArray(read)) {
    console.error(`${name} is not a file of hostile cases of version 1`);
    process.exit(2);
  }
  return read;
}

function isWanted({ id, group }) {
  const isOfGroup = values.group === undefined || values.group.split(',').includes(group);
  return isOfGroup && (values.id === undefined || values.id.some((wanted) => id.startsWith(wanted)));
}

function print(results) {
  let failed = 0;
  for (const { id, group, problems, seen } of results) {
    failed += problems.length === 0 ? 0 : 1;
    if (problems.length > 0) {
      console.log(`FAILED ${group} ${id}\n${[...problems, `seen: ${seen}`].map((line) => `    ${line}`).join('\n')}`);
    } else if (values.verbose) {
      console.log(`ok     ${group} ${id}: ${seen}`);
    }
  }
  console.log(`${results.length - failed} passed, ${failed} failed`);
  process.exitCode = failed === 0 && results.length > 0 ? 0 : 1;
}
