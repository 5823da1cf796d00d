// `npm run bench`: every question, one file each, with its peers in the same run. `--quick` asks fewer times; names of
// questions choose some, e.g. `npm run bench -- --quick synth`. Absolute figures depend on the machine; trust the ratios.
import { cpus, loadavg } from 'node:os';
import { setup } from '../scripts/setup.mjs';
import * as instances from './instances.mjs';
import * as requests from './requests.mjs';
import * as start from './start.mjs';
import * as synth from './synth.mjs';
import * as testGateway from './test-gateway.mjs';

const QUESTIONS = { requests, start, instances, synth, 'test-gateway': testGateway };

const names = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const isQuick = process.argv.includes('--quick');

setup();
console.log(`Node ${process.version}, ${cpus().length} × ${cpus()[0].model}, load ${loadavg()[0].toFixed(2)} at start`);
for (const [name, question] of Object.entries(QUESTIONS)) {
  if (names.length > 0 && !names.includes(name)) continue;
  console.log(`\n## ${question.title}\n`);
  const answer = await question.run({ isQuick });
  console.log(typeof answer === 'string' ? answer : answer.text);
}
console.log(`\nload ${loadavg()[0].toFixed(2)} at the end; above 2 on 2 cores, others were at work`);
