import * as z from 'zod';

/** The levels of a method's execution log. */
export const LOGGING_LEVELS = ['OFF', 'ERROR', 'INFO'] as const;

/** The members of method settings for the execution log. */
export const LOGGING_MEMBERS = {
  loggingLevel: z.enum(LOGGING_LEVELS).optional().describe('ERROR: failed requests; INFO: all requests. Default: OFF.'),
  dataTraceEnabled: z.boolean().optional().describe('Whether parameters, headers and bodies are logged as well. Not for production.'),
  metricsEnabled: z.boolean().optional().describe('For AWS.'),
};

export type LoggingLevel = (typeof LOGGING_LEVELS)[number];
