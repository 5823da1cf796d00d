import * as z from 'zod';

/** How the response of a proxy comes back: in one piece when it is complete, or while it is made. */
export const RESPONSE_TRANSFER_MODES = ['BUFFERED', 'STREAM'] as const;

/** @see aws-data-plane §19, Response streaming */
export const responseTransferModeSchema = z
  .enum(RESPONSE_TRANSFER_MODES)
  .default('BUFFERED')
  .describe('STREAM: the client gets the response while it is made, for up to 15 minutes; without caching and compression.');
