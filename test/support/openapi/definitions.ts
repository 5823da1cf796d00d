import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { protocolOf, readSpecText, type GatewaySpec } from '../../../lib/spec';

const examples = path.resolve(__dirname, '..', '..', '..', 'examples');

/** The specs of all examples with REST APIs, by `<example>/<API>`. */
export function exampleSpecs(): [string, GatewaySpec][] {
  return readdirSync(examples).sort().flatMap((example) => {
    const expected = path.join(examples, example, 'expected');
    return namesIn(expected).filter((name) => name.endsWith('.gateway.json')).map((name): [string, GatewaySpec] => [
      `${example}/${name.replace('.gateway.json', '')}`,
      readSpecText(readFileSync(path.join(expected, name), 'utf8'), name).spec,
    ]);
  }).filter(([, spec]) => protocolOf(spec) === 'rest');
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return []; // not every folder is an example with one
  }
}
