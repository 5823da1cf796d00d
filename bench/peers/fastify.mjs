// fastify: a route with a parameter, the same answer. `PEER` is the folder that it is installed in.
import { createRequire } from 'node:module';

const { fastify } = createRequire(`${process.env.PEER}/`)('fastify');
const app = fastify();

app.get('/prod/pets/:petId', (request) => {
  const path = request.url.split('?', 1)[0].slice('/prod'.length);
  return { method: request.method, path, query: { ...request.query } };
});

await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
