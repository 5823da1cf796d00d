import express from 'express';
import serverless from 'serverless-http';

const app = express();
app.use(express.json());
app.get('/hello', (request, response) => {
  response.set('x-adapter', 'serverless-http').json({ message: `hello ${String(request.query.name)}` });
});
app.post('/echo', (request, response) => {
  response.status(201).json(request.body);
});

export const handler = serverless(app);
