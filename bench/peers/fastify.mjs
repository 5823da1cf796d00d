// fastify: a route with a parameter, the same answer. `PEER` is the folder that it is installed in.
import { createRequire } from 'node:module';

const { fastify } = createRequire(`${process.env.PEER}/`)('fastify');
const app = fastify();

app.all('/prod/pets/:petId', (request) => {
  const path = request.url.split('?', 1)[0].slice('/prod'.length);
  return { method: request.method, path, query: Object.keys(request.query).length === 0 ? null : { ...request.query }, bytes: Number(request.headers['content-length'] ?? 0) };
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
