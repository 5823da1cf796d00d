import { transformSync } from 'esbuild';
import { createTestGateway, FunctionFault } from '../../lib/testing';

/**
 * Runs a copied test as if it had been pasted; what it imports is given.
 * @param definition - what the test imports from an app as `api`
 * @returns how many expectations it has
 */
export async function runPastedTest(text: string, definition?: unknown): Promise<number> {
  const { code } = transformSync(text.replace(/^import .*$/gm, ''), { loader: 'ts', format: 'cjs' });
  const bodies: (() => Promise<void>)[] = [];
  let expectations = 0;
  const counted = (value: unknown) => {
    expectations += 1;
    return expect(value);
  };
  // jest's objects have other prototypes than those of fetch, which node:assert tells apart
  const asserted = {
    equal: (actual: unknown, expected: unknown) => counted(actual).toBe(expected),
    deepEqual: (actual: unknown, expected: unknown) => counted(actual).toEqual(expected),
  };
  const names = ['createTestGateway', 'FunctionFault', 'test', 'expect', 'assert', 'api'];
  const paste = new Function(...names, code) as (...given: unknown[]) => void; // the text under test
  paste(createTestGateway, FunctionFault, (_: string, body: () => Promise<void>) => bodies.push(body), counted, asserted, definition);
  for (const body of bodies) await body();
  return expectations;
}
