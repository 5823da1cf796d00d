import { Option } from 'commander';
import * as z from 'zod';

/** How a member of `synthgate.json` gives an option of the command line. */
export interface ConfigForm {
  /** Reads the member; the output is what commander reads from the flag. */
  readonly schema: () => z.ZodType;
  /** The description of the member, for editors. @default - the description of the flag in the help */
  readonly description?: string;
  /** Whether messages may not repeat its value. */
  readonly isSecret?: boolean;
  /** Both the member and what the command line gives. @default - the command line replaces the member */
  readonly merge?: (configured: unknown, given: unknown) => unknown;
}

const FORMS = new WeakMap<Option, ConfigForm>();

/** Declares that `synthgate.json` may give an option, by the name of its flag in camel case. */
export function configurable(option: Option, form: ConfigForm): Option {
  FORMS.set(option, form);
  return option;
}

export function configFormOf(option: Option): ConfigForm | undefined {
  return FORMS.get(option);
}

/** Values by name: those of the command line override single ones of the file. */
export function mergeByName(configured: unknown, given: unknown): Record<string, unknown> {
  return { ...Object(configured), ...Object(given) };
}

export function fileMember(): z.ZodType {
  return z.string('the path of a file').min(1, 'the path of a file');
}

export function fileOption(flags: string, description: string): Option {
  return configurable(new Option(flags, description), { schema: fileMember });
}
