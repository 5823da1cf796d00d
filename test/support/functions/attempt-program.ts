/** A program that prints the attempts of each way, for a gateway of another user: host program, function, other directory. */
import { WAYS } from './instance-ways';
import { newEngine, type TestEngine } from './new-engine';
import type { FunctionVersion } from '../../../lib/runtime/ports';

const [hostFile = '', version = '', other = ''] = process.argv.slice(2);
const engines: TestEngine[] = [];
const start = (options: object): TestEngine => {
  const started = newEngine({ hostFile, ...options });
  engines.push(started);
  return started;
};

void (async () => {
  const came: Record<string, unknown> = {};
  for (const [name, way] of Object.entries(WAYS)) {
    // given by the test
    came[name] = await way({ start, version: JSON.parse(version) as FunctionVersion, other });
  }
  await Promise.all(engines.map(({ engine }) => engine.close(0)));
  process.stdout.write(JSON.stringify(came));
})();
