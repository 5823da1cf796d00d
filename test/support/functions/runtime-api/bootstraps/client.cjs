'use strict';
// A client of the Runtime API whose events say what it does with them.
const { appendFileSync } = require('node:fs');
const { Agent, request } = require('node:http');

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(method, path, body, { headers = {}, pieces } = {}) {
  return new Promise((resolve, reject) => {
    const sent = request({ host, port, method, path: `/2018-06-01/runtime/${path}`, headers, agent }, (response) => {
      let text = '';
      response.on('data', (piece) => { text += piece; });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    }).on('error', reject);
    for (const piece of pieces ?? []) sent.write(piece);
    sent.end(body);
  });
}

const ways = {
  answers: (id, event) => send('POST', `invocation/${id}/response`, JSON.stringify({ event, pid: process.pid })),
  fails: (id) => send('POST', `invocation/${id}/error`, '{"errorType":"KeyError","errorMessage":"missing"}'),
  exits: (id, { code }) => process.exit(code),
  // the answer is on its way when the process ends
  answersAndExits: (id, { bytes }) => {
    const sent = request({ host, port, method: 'POST', path: `/2018-06-01/runtime/invocation/${id}/response`, agent }).on('error', () => undefined);
    sent.end(JSON.stringify('x'.repeat(bytes)), () => process.exit(3));
    return new Promise(() => undefined);
  },
  answersHalf: (id) => {
    const headers = { 'content-length': '100' };
    const sent = request({ host, port, method: 'POST', path: `/2018-06-01/runtime/invocation/${id}/response`, headers, agent }).on('error', () => undefined);
    sent.write('"half', () => process.exit(0));
    return new Promise(() => undefined);
  },
  asksAgain: () => send('GET', 'invocation/next').then(({ status }) => {
    console.log(`status ${status}`);
    return new Promise(() => setInterval(() => undefined, 1000));
  }),
  hangs: () => new Promise(() => setInterval(() => undefined, 1000)),
  answersAndHangs: async (id, event) => {
    await ways.answers(id, event);
    await ways.hangs();
  },
  // it asks for another call, breaks that off, and does nothing more
  answersAndTurnsAway: async (id, event) => {
    await ways.answers(id, event);
    const asked = request({ host, port, path: '/2018-06-01/runtime/invocation/next' }).on('error', () => undefined);
    asked.end(() => setTimeout(() => asked.destroy(), 50)).on('close', () => console.log('turned away'));
    await ways.hangs();
  },
  answersTwice: async (id, event) => {
    await ways.answers(id, event);
    console.log(`status ${(await send('POST', `invocation/${id}/response`, '"twice"')).status}`);
  },
  answersTooMuch: (id) => send('POST', `invocation/${id}/response`, 'x'.repeat(7 * 1024 * 1024)).then(({ status }) => console.log(`status ${status}`)),
  streamsAndExits: (id) => {
    const headers = { 'lambda-runtime-function-response-mode': 'streaming', 'transfer-encoding': 'chunked' };
    const sent = request({ host, port, method: 'POST', path: `/2018-06-01/runtime/invocation/${id}/response`, headers, agent }).on('error', () => undefined);
    sent.write('begun', () => process.exit(3));
    return new Promise(() => undefined);
  },
  streams: (id, { pieces }) => send('POST', `invocation/${id}/response`, undefined, {
    pieces, headers: { 'lambda-runtime-function-response-mode': 'streaming', 'transfer-encoding': 'chunked' },
  }),
};

async function main() {
  const { INIT_ERROR: error, SEEN: seen } = process.env;
  if (error !== undefined) {
    await send('POST', 'init/error', error, { headers: { 'lambda-runtime-function-error-type': 'Runtime.NoSuchModule' } });
    process.exit(1);
  }
  for (;;) {
    const { headers, text } = await send('GET', 'invocation/next');
    const id = headers['lambda-runtime-aws-request-id'];
    if (seen !== undefined) appendFileSync(seen, `${id}\n`);
    const { way = 'answers', ...event } = JSON.parse(text);
    await ways[way](id, event);
  }
}

main();
