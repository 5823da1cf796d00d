import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { protocolOf, readSpecText, type GatewaySpec, type Protocol } from '../../../lib/spec';

const examples = path.resolve(__dirname, '..', '..', '..', 'examples');

/** The specs of all examples with APIs of these kinds, by `<example>/<API>`. */
export function exampleSpecs(...protocols: readonly Protocol[]): [string, GatewaySpec][] {
  const kinds = protocols.length === 0 ? ['rest'] : protocols;
  return readdirSync(examples).sort().flatMap((example) => {
    const expected = path.join(examples, example, 'expected');
    return namesIn(expected).filter((name) => name.endsWith('.gateway.json')).map((name): [string, GatewaySpec] => [
      `${example}/${name.replace('.gateway.json', '')}`,
      readSpecText(readFileSync(path.join(expected, name), 'utf8'), name).spec,
    ]);
  }).filter(([, spec]) => kinds.includes(protocolOf(spec)));
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory).sort();
  } catch {
    return []; // not every folder is an example with one
  }
}
