import type { APIGatewayProxyEvent } from 'aws-lambda';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { meet, observe } from '../observe';

const PIECE_BYTES = 65_536;

/** Answers its event, `bytes` letters, or after `sleep` ms; with `meet` it waits for calls of the same meeting. */
export const handler = awslambda.streamifyResponse(async (event: APIGatewayProxyEvent, stream) => {
  await observe('echo', event);
  const query = event.queryStringParameters ?? {};
  if (query.sleep !== undefined) await wait(Math.min(Number(query.sleep) || 0, 9_000));
  const hasMet = query.meet === undefined || await meet(query.meet, Number(query.places));
  const statusCode = hasMet ? 200 : 503;
  const type = query.bytes === undefined ? 'application/json' : 'text/plain';
  const response = awslambda.HttpResponseStream.from(stream, { statusCode, headers: { 'Content-Type': type } });
  for (let left = Number(query.bytes ?? 0); left > 0; left -= PIECE_BYTES) {
    if (!response.write('x'.repeat(Math.min(left, PIECE_BYTES)))) await once(response, 'drain');
  }
  response.end(query.bytes === undefined ? JSON.stringify(event) : undefined);
});
