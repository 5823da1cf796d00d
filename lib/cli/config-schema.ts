import * as z from 'zod';
import { messageOf } from './error-stack';

const members = {
  $schema: z.string().optional().describe('The schema of this file, for editors: ./node_modules/synthgate/synthgate.schema.json.'),
  app: z.string().min(1).optional().describe('The app to run, as --app: a TypeScript or JavaScript file, or a shell command. Default: "app" of cdk.json.'),
  output: z.string().min(1).optional().describe('The assembly directory, as --output. Default: gateway.out.'),
  context: z.record(z.string(), z.unknown()).optional().describe('Context values for the app, as in the CDK. Default: "context" of cdk.json.'),
};

/** `cdk.json` has members of the CDK, `cdk.context.json` is a context as a whole; in `synthgate.json` unknown members are errors. */
const schemas = {
  lookups: members.context.unwrap().transform((context): ConfigFile => ({ context })),
  cdk: z.object(members),
  own: z.strictObject(members, {
    error: (found) => found.code === 'unrecognized_keys'
      ? `unknown member ${found.keys.map((key) => `"${key}"`).join(', ')}; expected ${Object.keys(members).map((name) => `"${name}"`).join(', ')}`
      : undefined,
  }),
};

/** The content of a configuration file. */
export type ConfigFile = z.output<z.ZodObject<typeof members>>;

/** Checks the content of a file. */
export function parseConfig(content: unknown, kind: keyof typeof schemas): ConfigFile {
  return schemas[kind].parse(content);
}

/** The JSON Schema of `synthgate.json`, for editors. */
export function configJsonSchema(): object {
  return z.toJSONSchema(z.strictObject(members).describe('Configuration of synthgate in a project.'), { io: 'input' });
}

/** The problem of a file, from the error that reading it threw. */
export function reasonOf(cause: unknown): string {
  return cause instanceof z.ZodError ? z.prettifyError(cause) : messageOf(cause);
}
