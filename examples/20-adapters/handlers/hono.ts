import { Hono } from 'hono';
import { handle } from 'hono/aws-lambda';

const app = new Hono();
app.get('/hello', (context) =>
  context.json({ message: `hello ${context.req.query('name')}` }, 200, { 'x-adapter': 'hono/aws-lambda' }));
app.post('/echo', async (context) => context.json(await context.req.json(), 201));

export const handler = handle(app);
