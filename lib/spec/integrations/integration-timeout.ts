import * as z from 'zod';
import { LIMITS } from '../limits';

/**
 * Time limit of an integration in ms; above 29 s only for REGIONAL and PRIVATE endpoints, above 300 s only for streams
 * (a rule checks that).
 */
export const integrationTimeoutSchema = z
  .int()
  .min(LIMITS.integrationTimeoutMs.min)
  .max(LIMITS.streamTimeoutMs.max)
  .default(LIMITS.integrationTimeoutMs.default)
  .describe('Time limit of a call; above 29,000 only with REGIONAL or PRIVATE or STREAM, above 300,000 only with STREAM.');

/** A function's name in `functions`, or a text with `${stageVariables.name}` that resolves to one on each stage. */
export const functionReferenceSchema = z.string().regex(/^([A-Za-z0-9_-]|\$\{stageVariables\.\w+\})+$/, 'a function name, or ${stageVariables.name}');
