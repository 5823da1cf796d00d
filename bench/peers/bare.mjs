// The least that Node's own server can do for the same answer: the JSON text is made from the request, in-process.
import { createServer } from 'node:http';

const server = createServer((request, response) => {
  if (request.method !== 'POST') {
    answer(request, response, 0);
    return;
  }
  let bytes = 0;
  request.on('data', (chunk) => { bytes += chunk.length; });
  request.on('end', () => answer(request, response, bytes));
});

function answer(request, response, bytes) {
  const [path, query] = request.url.split('?');
  const body = JSON.stringify({
    method: request.method,
    path: path.slice('/prod'.length),
    query: query === undefined ? null : Object.fromEntries(new URLSearchParams(query)),
    bytes,
  });
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(body) });
  response.end(body);
}

if (process.env.KEEP_ALIVE_MS !== undefined) server.keepAliveTimeout = Number(process.env.KEEP_ALIVE_MS);
server.listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});
