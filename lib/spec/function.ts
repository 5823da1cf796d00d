import * as z from 'zod';
import { destinationSchema } from './destination';
import { LIMITS } from './limits';
import { SETTABLE_VARIABLE } from './withheld-variables';

const relativePath = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.\/?)(?!.*\\)[^\0]+$/, 'a path relative to the project, with forward slashes and no ..');

/** Lambda's runtimes of Node.js whose rules a function can run by. */
export const FUNCTION_RUNTIMES = ['nodejs20.x', 'nodejs22.x', 'nodejs24.x'] as const;

/** A runtime of Node.js, by Lambda's name. */
export type FunctionRuntimeName = (typeof FUNCTION_RUNTIMES)[number];

/** Lambda's runtime of Node.js of this name; undefined for other languages, and without a name. */
export function nodeRuntime(name: string | undefined): FunctionRuntimeName | undefined {
  return FUNCTION_RUNTIMES.find((known) => known === name);
}

const NODE_HANDLER = /^[A-Za-z0-9_][A-Za-z0-9_/-]*(\.(?!__proto__|constructor|prototype)[A-Za-z_$][\w$]*)+$/;

/** The members of a function; one that cannot run here may have any handler and runtime. */
const functionMembers = z.strictObject({
  entry: relativePath.optional().describe('Source file that esbuild bundles, relative to the project. One of entry, code and external.'),
  code: relativePath.optional().describe('Directory to use unchanged, relative to the project. One of entry, code and external.'),
  external: z
    .string()
    .min(1)
    .optional()
    .describe('Construct path of an external function, instead of entry and code. Its code in code.json is a stand-in; without one, calls are rejected.'),
  unavailable: z
    .string()
    .min(1)
    .optional()
    .describe('Why the function cannot run here, and what helps: it needs no code, calls are answered 501, authorizers that use it refuse. A stand-in in code.json runs all the same.'),
  handler: z
    .string()
    .min(1)
    .describe('Entry point in Lambda\'s notation, e.g. `index.handler`: `<file without extension>.<export>`, or any text if it is unavailable.'),
  description: z.string().optional().describe('For humans; not part of the fingerprint.'),
  logicalId: z.string().min(1).optional().describe('What its template calls an imported function, if that is not its name here: other stacks may have the id, too. For route tables; not part of the fingerprint.'),
  constructPath: z.string().min(1).optional().describe('Where an imported function is in its CDK app, `Stack/Pets`: the name that lists, logs and errors have for it. Not part of the fingerprint.'),
  runtime: z
    .string()
    .min(1)
    .optional()
    .meta({ examples: [...FUNCTION_RUNTIMES] })
    .describe(`The Lambda runtime whose rules apply to the handler: ${FUNCTION_RUNTIMES.join(', ')}, or any text if it is unavailable. Without one, the rules of the Node that runs the gateway apply, and a handler that is not async may return the response.`),
  memoryMiB: z.int().min(LIMITS.memoryMiB.min).max(LIMITS.memoryMiB.max).default(LIMITS.memoryMiB.default).describe('Memory of one instance.'),
  timeoutMs: z
    .int()
    .min(LIMITS.functionTimeoutMs.min)
    .max(LIMITS.functionTimeoutMs.max)
    .default(LIMITS.functionTimeoutMs.default)
    .describe('Time limit of a call.'),
  environment: z
    .record(z.string().regex(SETTABLE_VARIABLE, 'an environment variable name that is not reserved'), z.string())
    .default({})
    .describe('Environment variables; values may hold `${token:…}`.'),
  concurrency: z
    .int()
    .min(LIMITS.functionConcurrency.min)
    .max(LIMITS.functionConcurrency.max)
    .default(LIMITS.functionConcurrency.default)
    .describe('Calls that one instance runs at the same time; Lambda\'s is 1.'),
  maxInstances: z
    .int()
    .min(LIMITS.functionInstances.min)
    .max(LIMITS.functionInstances.max)
    .default(LIMITS.functionInstances.default)
    .describe('Maximum number of concurrent instances.'),
  deadLetter: z
    .strictObject({
      retryAttempts: z
        .int()
        .min(LIMITS.functionRetryAttempts.min)
        .max(LIMITS.functionRetryAttempts.max)
        .default(LIMITS.functionRetryAttempts.default)
        .describe('Retries after the first attempt.'),
    })
    .prefault({})
    .describe('Asynchronous events that fail: retries, then a dead letter.'),
  onFailure: destinationSchema.optional().describe('Destination of events that ran out of retries; without it, they become dead letters.'),
});

/** A function: its code and how it runs. All methods that use it share these settings. */
export const functionSchema = functionMembers.superRefine(({ unavailable, handler, runtime }, context) => {
  if (unavailable !== undefined) return;
  const refuse = (member: string, message: string): void => context.addIssue({ code: 'custom', path: [member], message });
  if (!NODE_HANDLER.test(handler)) refuse('handler', 'Invalid string: must be <file without extension>.<export>');
  if (runtime !== undefined && nodeRuntime(runtime) === undefined) refuse('runtime', `Invalid option: expected one of ${FUNCTION_RUNTIMES.join('|')}`);
});

export type FunctionSpec = z.output<typeof functionSchema>;
