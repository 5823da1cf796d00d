import awsLambdaFastify from '@fastify/aws-lambda';
import fastify from 'fastify';

const app = fastify();
app.get<{ Querystring: { name: string } }>('/hello', (request, reply) =>
  reply.header('x-adapter', '@fastify/aws-lambda').send({ message: `hello ${request.query.name}` }));
app.post('/echo', (request, reply) => reply.status(201).send(request.body));

export const handler = awsLambdaFastify(app);
