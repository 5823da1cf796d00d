import { InvalidArgumentError, Option } from 'commander';
import * as z from 'zod';
import { configurable } from '../config-form';

const EXPECTED = 'auto, off or the http(s) URL of an emulator';
const isValue = (value: string): boolean => value === 'auto' || value === 'off' || /^https?:\/\/[^\s/?#]+\/?$/.test(value) && URL.canParse(value);

/** `--emulator`: `auto` looks for one, `off` uses none, a URL names one. */
export const emulatorOption = (unlessGiven: 'auto' | 'off'): Option => configurable(
  new Option('--emulator <mode or url>', `local emulator of AWS that functions and integrations call: auto, off or its URL; auto looks for LocalStack, MiniStack, Floci, AWS Emulator and DynamoDB Local at their ports (default: ${unlessGiven})`)
    .argParser((value) => {
      if (!isValue(value)) throw new InvalidArgumentError(`Expected ${EXPECTED}.`);
      return value;
    }),
  { schema: () => z.string(EXPECTED).refine(isValue, EXPECTED) },
);
