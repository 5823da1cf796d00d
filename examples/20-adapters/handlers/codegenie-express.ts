import serverlessExpress from '@codegenie/serverless-express';
import express from 'express';

const app = express();
app.use(express.json());
app.get('/hello', (request, response) => {
  response.set('x-adapter', '@codegenie/serverless-express').json({ message: `hello ${String(request.query.name)}` });
});
app.post('/echo', (request, response) => {
  response.status(201).json(request.body);
});

export const handler = serverlessExpress({ app });
