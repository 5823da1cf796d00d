/* global awslambda */
const { setTimeout: wait } = require('node:timers/promises');
const { pipeline } = require('node:stream/promises');
const { Readable } = require('node:stream');

const prelude = { statusCode: 201, headers: { 'Content-Type': 'text/plain', 'X-A': 'a' }, cookies: ['b=c', 'd=e'] };
const startWith = (stream, value = prelude) => awslambda.HttpResponseStream.from(stream, value);

/** Ends when it is told to, by the second request to the gate. */
let open;
const gate = new Promise((resolve) => { open = resolve; });

exports.twoParts = awslambda.streamifyResponse(async (event, stream) => {
  const response = startWith(stream);
  response.write('one ');
  await wait(event.waitMs ?? Number(event.queryStringParameters?.waitMs ?? 0));
  response.end('two');
});

exports.waitsAtTheGate = awslambda.streamifyResponse(async (event, stream) => {
  if ((event.open ?? event.queryStringParameters?.open) !== undefined) {
    open();
    startWith(stream).end('opened');
    return;
  }
  const response = startWith(stream);
  response.write('first');
  await gate;
  response.end(' last');
});

/** Writes as much as is asked for as fast as it may, and tells how far it came. */
exports.flood = awslambda.streamifyResponse(async (event, stream) => {
  const bytes = Number(event.bytes ?? event.queryStringParameters?.bytes);
  let count = 0;
  const source = Readable.from((function* () {
    for (; count < bytes; count += 16384) yield Buffer.alloc(Math.min(16384, bytes - count), 'x');
  })());
  const timer = setInterval(() => console.log(`made ${count}`), 50);
  try {
    await pipeline(source, startWith(stream));
    console.log(`finished ${count}`);
  } catch (error) {
    console.log(`stopped ${count} ${error.name}`);
    throw error;
  } finally {
    clearInterval(timer);
  }
});

exports.raw = awslambda.streamifyResponse(async (event, stream) => {
  for (const part of event.parts) stream.write(Buffer.from(part, 'latin1'));
  stream.end();
});

exports.onlyHead = awslambda.streamifyResponse(async (_event, stream) => {
  startWith(stream, { statusCode: 204 }).end();
});

exports.failsBefore = awslambda.streamifyResponse(async () => {
  throw new RangeError('early');
});

exports.failsAfter = awslambda.streamifyResponse(async (event, stream) => {
  startWith(stream).write('some');
  await wait(event.waitMs ?? 0);
  throw new RangeError('late');
});

exports.hangsAfter = awslambda.streamifyResponse(async (_event, stream) => {
  startWith(stream).write('some');
  await new Promise(() => { setInterval(() => undefined, 1000); });
});

exports.exitsAfter = awslambda.streamifyResponse(async (_event, stream) => {
  startWith(stream).write('some', () => setTimeout(() => process.exit(3), 20));
  await new Promise(() => undefined);
});

exports.notAsync = awslambda.streamifyResponse(() => undefined);

exports.endsLater = awslambda.streamifyResponse(async (_event, stream) => {
  const response = startWith(stream);
  setTimeout(() => response.end('later'), 20);
});

exports.tells = awslambda.streamifyResponse(async (event, stream, context) => {
  stream.setContentType('application/json');
  stream.end(JSON.stringify({ event, requestId: context.awsRequestId, remaining: context.getRemainingTimeInMillis() > 0, mark: stream.writableHighWaterMark }));
}, { highWaterMark: 1234 });

exports.proxyResult = awslambda.streamifyResponse(async (_event, stream) => {
  stream.write('{"statusCode": 202,');
  stream.end(' "body": "whole"}');
});

exports.plain = async () => ({ statusCode: 200, headers: { 'X-Plain': 'yes' }, body: 'plain' });
