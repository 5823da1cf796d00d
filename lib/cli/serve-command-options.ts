import { Option } from 'commander';
import * as z from 'zod';
import { configurable } from './config-form';
import { emulatorOption } from './emulator/emulator-option';
import { fromStackOption } from './from-stack/stack-option';
import { environmentOptions } from './function-environment';
import { tokenValuesOption } from './json-file';
import { serveFlags } from './serve-flags';
import { sourceOptions } from './sources/source-options';
import { writeTokenValuesOption } from './token-values-file';
import { valueFromOption } from './values-from';

export const jsonLogsOption = (): Option =>
  configurable(new Option('--json-logs', 'log one JSON object per line'), { schema: () => z.boolean('true or false') });

/** The options of `synthgate serve` that `synthgate.json` may give, besides `app` and `output`. */
export function serveCommandOptions(): Option[] {
  const values = [tokenValuesOption(), writeTokenValuesOption(), jsonLogsOption(), fromStackOption(), emulatorOption('off'), valueFromOption()];
  return [...values, ...environmentOptions(), ...sourceOptions(), ...serveFlags()];
}
