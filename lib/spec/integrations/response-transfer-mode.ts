import * as z from 'zod';

/** How the response of a proxy integration is returned: in one piece, or as it is produced. */
const RESPONSE_TRANSFER_MODES = ['BUFFERED', 'STREAM'] as const;

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/response-transfer-mode.html */
export const responseTransferModeSchema = z
  .enum(RESPONSE_TRANSFER_MODES)
  .default('BUFFERED')
  .describe('STREAM: the response is passed on as it is produced, for up to 15 minutes, without caching or compression.');
