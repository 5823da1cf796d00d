import { transformSync } from 'esbuild';
import { createTestGateway, FunctionFault } from '../../lib/testing';

/** Runs a copied test as if it had been pasted; what it imports is given. @returns how many expectations it has */
export async function runPastedTest(text: string): Promise<number> {
  const { code } = transformSync(text.replace(/^import .*$/m, ''), { loader: 'ts', format: 'cjs' });
  const bodies: (() => Promise<void>)[] = [];
  let expectations = 0;
  const counted = (value: unknown) => {
    expectations += 1;
    return expect(value);
  };
  const paste = new Function('createTestGateway', 'FunctionFault', 'test', 'expect', code) as (...given: unknown[]) => void; // the text under test
  paste(createTestGateway, FunctionFault, (_: string, body: () => Promise<void>) => bodies.push(body), counted);
  for (const body of bodies) await body();
  return expectations;
}
