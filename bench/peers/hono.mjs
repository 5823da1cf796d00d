// hono on Node: a route with a parameter, the same answer. `PEER` is the folder that it is installed in.
import { createRequire } from 'node:module';

const require = createRequire(`${process.env.PEER}/`);
const { Hono } = require('hono');
const { serve } = require('@hono/node-server');
const app = new Hono();

app.all('/prod/pets/:petId', async (context) => {
  const bytes = context.req.method === 'POST' ? (await context.req.arrayBuffer()).byteLength : 0;
  const query = context.req.query();
  return context.json({ method: context.req.method, path: context.req.path.slice('/prod'.length), query: Object.keys(query).length === 0 ? null : query, bytes });
});

serve({ fetch: app.fetch, port: Number(process.env.PORT), hostname: '127.0.0.1' });
