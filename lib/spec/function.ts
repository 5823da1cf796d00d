import * as z from 'zod';
import { destinationSchema } from './destination';
import { LIMITS } from './limits';

const relativePath = z.string().regex(/^(?!\/)(?!.*(^|\/)\.\.\/?)(?!.*\\)[^\0]+$/, 'a path relative to the project, with forward slashes and no ..');

/** Variables that a process reads before any user code runs; a function may not set them. */
const RESERVED_ENVIRONMENT = /^(?!NODE_OPTIONS$|LD_|AWS_LAMBDA_|_HANDLER$|_X_AMZN_TRACE_ID$|LAMBDA_TASK_ROOT$)[A-Za-z_][A-Za-z0-9_]*$/;

/** A function: its code and how it runs. All methods that use it share these settings. */
export const functionSchema = z.strictObject({
  entry: relativePath.optional().describe('Source file that esbuild bundles, relative to the project. One of entry, code and external.'),
  code: relativePath.optional().describe('Directory that is taken as it is, relative to the project. One of entry, code and external.'),
  external: z
    .string()
    .min(1)
    .optional()
    .describe('Construct path of a function that exists outside of the definition, in the place of entry and code. What code.json has for it is a stand-in; without one its calls are refused.'),
  handler: z
    .string()
    .regex(/^[A-Za-z0-9_][A-Za-z0-9_/-]*(\.(?!__proto__|constructor|prototype)[A-Za-z_$][\w$]*)+$/, '<file without extension>.<export>')
    .describe('Entry point in Lambda\'s notation, e.g. `index.handler`.'),
  description: z.string().optional().describe('For people; not part of the fingerprint.'),
  memoryMiB: z.int().min(LIMITS.memoryMiB.min).max(LIMITS.memoryMiB.max).default(LIMITS.memoryMiB.default).describe('Memory of one instance.'),
  timeoutMs: z
    .int()
    .min(LIMITS.functionTimeoutMs.min)
    .max(LIMITS.functionTimeoutMs.max)
    .default(LIMITS.functionTimeoutMs.default)
    .describe('How long one call may take.'),
  environment: z
    .record(z.string().regex(RESERVED_ENVIRONMENT, 'an environment variable name that is not reserved'), z.string())
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
    .describe('Instances that run at the same time, at the most.'),
  deadLetter: z
    .strictObject({
      retryAttempts: z
        .int()
        .min(LIMITS.functionRetryAttempts.min)
        .max(LIMITS.functionRetryAttempts.max)
        .default(LIMITS.functionRetryAttempts.default)
        .describe('Further attempts after the first.'),
    })
    .prefault({})
    .describe('What happens to asynchronous events that fail: retried, then kept as a dead letter.'),
  onFailure: destinationSchema.optional().describe('Where the record of an event goes that failed for good; without it the event is a dead letter.'),
});

export type FunctionSpec = z.output<typeof functionSchema>;
