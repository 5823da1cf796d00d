import type { TestRunner } from '../../../inspection/dashboard';

/** How tests of a runner are written. */
interface TestSyntax {
  readonly imports: readonly string[];
  /** A statement that holds two expressions equal: primitive values. */
  readonly equal: (actual: string, expected: string) => string;
  /** A statement that holds two expressions equal: JSON. */
  readonly deepEqual: (actual: string, expected: string) => string;
}

const EXPECT: Omit<TestSyntax, 'imports'> = {
  equal: (actual, expected) => `expect(${actual}).toBe(${expected});`,
  deepEqual: (actual, expected) => `expect(${actual}).toEqual(${expected});`,
};

export const TEST_SYNTAX: Readonly<Record<TestRunner, TestSyntax>> = {
  'jest': { imports: [], ...EXPECT },
  '@jest/globals': { imports: ["import { expect, test } from '@jest/globals';"], ...EXPECT },
  'vitest': { imports: ["import { expect, test } from 'vitest';"], ...EXPECT },
  'node:test': {
    imports: ["import assert from 'node:assert/strict';", "import test from 'node:test';"],
    equal: (actual, expected) => `assert.equal(${actual}, ${expected});`,
    deepEqual: (actual, expected) => `assert.deepEqual(${actual}, ${expected});`,
  },
};
