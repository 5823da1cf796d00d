import * as z from 'zod';
import { destinationSchema } from './destination';
import { LIMITS } from './limits';
import { RUNTIMES, runsHere, runtimeFamily, runtimeNamesHere } from './runtimes';
import { SETTABLE_VARIABLE } from './withheld-variables';

const relativePath = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.\/?)(?!.*\\)[^\0]+$/, 'a path relative to the project, with forward slashes and no ..');

/** The processors that functions are deployed to, by Lambda's names. */
export const ARCHITECTURES = ['x86_64', 'arm64'] as const;

export type Architecture = (typeof ARCHITECTURES)[number];

/** The log formats and levels of Lambda. @see https://docs.aws.amazon.com/lambda/latest/api/API_LoggingConfig.html */
export const LOG_FORMATS = ['Text', 'JSON'] as const;
export const LOG_LEVELS = ['TRACE', 'DEBUG', 'INFO', 'WARN', 'ERROR', 'FATAL'] as const;

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
    .describe('Entry point in Lambda\'s notation, e.g. `index.handler`: `<file without extension>.<export>`, in Python `<file without extension>.<function>`. Any text if its runtime is a custom one, or if it is unavailable.'),
  description: z.string().optional().describe('For humans; not part of the fingerprint.'),
  logicalId: z.string().min(1).optional().describe('What its template calls an imported function, if that is not its name here: other stacks may have the id, too. For route tables; not part of the fingerprint.'),
  constructPath: z.string().min(1).optional().describe('Where an imported function is in its CDK app, `Stack/Pets`: the name that lists, logs and errors have for it. Not part of the fingerprint.'),
  runtime: z
    .string()
    .min(1)
    .optional()
    .meta({ examples: [...runtimeNamesHere()] })
    .describe(`The Lambda runtime that runs it and whose rules apply to the handler: ${runtimeNamesHere().join(', ')} or a later one, or any text if it is unavailable. Without one, it is for Node.js: the rules of the Node that runs the gateway apply, and a handler that is not async may return the response.`),
  architecture: z.enum(ARCHITECTURES).optional().describe('The processor that it is deployed to; locally it runs on that of this machine.'),
  logging: z
    .strictObject({
      format: z.enum(LOG_FORMATS).describe('Form of its log lines; in the environment as AWS_LAMBDA_LOG_FORMAT.'),
      level: z.enum(LOG_LEVELS).optional().describe('The least of its lines that are written; in the environment as AWS_LAMBDA_LOG_LEVEL.'),
    })
    .optional()
    .describe('How it logs, where its runtime or a library of it follows that: lines of console in Node.js stay as they are.'),
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
    .describe('Calls that one instance runs at the same time; Lambda\'s is 1, and so is that of other languages than Node.js.'),
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
  const family = runtime === undefined ? 'nodejs' : runtimeFamily(runtime);
  if (runtime !== undefined && !runsHere(runtime)) refuse('runtime', `Invalid option: expected one of ${runtimeNamesHere().join('|')}`);
  if (family !== undefined && !RUNTIMES[family].handler.test(handler)) refuse('handler', `Invalid string: must be ${RUNTIMES[family].handlerForm}`);
});

export type FunctionSpec = z.output<typeof functionSchema>;
