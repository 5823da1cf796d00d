import * as z from 'zod';
import { described, oneOf, readOptions, testOptions, text, type Option, type TestOptionNames } from '../../runtime';
import type { FunctionStub } from './function-stub';
import type { Moment } from './clock';
import type { TestGatewayOptions } from './test-gateway';

/** The options that are a test gateway's own. Their values are read where they are used; here they have names and types. */
const OWN_OPTIONS = {
  stage: { ...text(), isSecret: false },
  functions: {
    ...described('an object of stubs by function name', (expected) =>
      z.record(z.string(), z.custom<FunctionStub>((stub) => stub !== undefined, 'a handler, a fault or a result'), expected)),
    isSecret: false,
  },
  clock: { ...oneOf(['manual', 'system']), isSecret: false },
  now: { ...described('a moment', () => z.custom<Moment>()), isSecret: false },
  api: { ...text(), isSecret: false },
  allowOutside: { ...described('true or false', (expected) => z.boolean(expected)), isSecret: false },
} satisfies Readonly<Record<Exclude<keyof TestGatewayOptions, TestOptionNames>, Option>>;

/** @throws OPTION_UNKNOWN, OPTION_INVALID */
export function readTestGatewayOptions(options: unknown): TestGatewayOptions {
  return readOptions({ ...testOptions(), ...OWN_OPTIONS }, options);
}
