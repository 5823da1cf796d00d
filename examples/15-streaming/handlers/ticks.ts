import { setTimeout as wait } from 'node:timers/promises';
import { pipeline } from 'node:stream/promises';

async function* ticks(count: number) {
  for (let tick = 1; tick <= count; tick += 1) {
    yield `data: ${tick}\n\n`;
    await wait(20);
  }
}

export const handler = awslambda.streamifyResponse(async (event, responseStream) => {
  const count = Number(event.queryStringParameters?.count ?? 3);
  if (!(count <= 100)) {
    awslambda.HttpResponseStream.from(responseStream, { statusCode: 400 }).end('{"message":"at most 100 ticks"}');
    return;
  }
  const body = awslambda.HttpResponseStream.from(responseStream, { statusCode: 200, headers: { 'Content-Type': 'text/event-stream' } });
  await pipeline(ticks(count), body);
});
