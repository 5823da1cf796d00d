// The least that Node's own server can do: a fixed JSON text, whatever is asked.
import { createServer } from 'node:http';

const body = JSON.stringify({ method: 'GET', path: '/pets/7', query: { color: 'red' } });

createServer((_request, response) => {
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
}).listen(Number(process.env.PORT ?? 0), '127.0.0.1', function () {
  console.log(`http://127.0.0.1:${this.address().port}`);
});
