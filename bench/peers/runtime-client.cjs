#!/usr/bin/env node
// A custom runtime with a client of the Runtime API that keeps its connection, as those for Go and Rust do.
const { Agent, request } = require('node:http');

const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(method, path, body) {
  return new Promise((resolve, reject) => {
    request({ host, port, method, path: `/2018-06-01/runtime/invocation/${path}`, agent }, (response) => {
      let text = '';
      response.on('data', (piece) => { text += piece; });
      response.on('end', () => resolve({ headers: response.headers, text }));
    }).on('error', reject).end(body);
  });
}

async function main() {
  for (;;) {
    const { headers, text } = await send('GET', 'next');
    const event = JSON.parse(text);
    await send('POST', `${headers['lambda-runtime-aws-request-id']}/response`, JSON.stringify({ statusCode: 200, body: event.pathParameters.id }));
  }
}

void main();
