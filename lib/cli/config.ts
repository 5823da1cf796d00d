import { readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';
import { GatewayError } from '../errors';
import { codeOf, messageOf } from './thrown';

const members = {
  app: z.string().min(1).optional(),
  output: z.string().min(1).optional(),
  context: z.record(z.string(), z.unknown()).optional(),
};

/** `cdk.json` has members for CDK alone; in `synthgate.json` an unknown one is a mistake. */
const cdkSchema = z.object(members);
const ownSchema = z.strictObject(members, {
  error: (found) => found.code === 'unrecognized_keys'
    ? `unknown member ${found.keys.map((key) => `"${key}"`).join(', ')}; allowed are ${Object.keys(members).map((name) => `"${name}"`).join(', ')}`
    : undefined,
});

/** What a project says about itself once, so that it need not be said with each command. */
export interface Config {
  /** File or shell command. */
  readonly app?: string;
  /** Assembly directory, relative to the project. */
  readonly output: string;
  /** Context values for the app, as in CDK. */
  readonly context: Readonly<Record<string, unknown>>;
}

/**
 * Reads `synthgate.json`, and `cdk.json` for the app and the context that it does not name. CDK's output directory is not
 * ours, so it is not taken from there.
 * @throws CONFIG_INVALID
 */
export function readConfig(directory: string): Config {
  const own = readFile(path.join(directory, 'synthgate.json'), ownSchema);
  const cdk = readFile(path.join(directory, 'cdk.json'), cdkSchema);
  const app = own.app ?? cdk.app;
  return { ...(app === undefined ? {} : { app }), output: own.output ?? 'gateway.out', context: { ...cdk.context, ...own.context } };
}

function readFile(file: string, schema: typeof cdkSchema | typeof ownSchema): z.output<typeof cdkSchema> {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return {};
    throw new GatewayError('CONFIG_INVALID', { reason: messageOf(error) }, { place: file, cause: error });
  }
  try {
    return schema.parse(JSON.parse(text));
  } catch (cause) {
    const reason = cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
    throw new GatewayError('CONFIG_INVALID', { reason }, { place: file, cause });
  }
}
