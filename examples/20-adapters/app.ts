// Web frameworks behind a greedy resource, each by its own adapter; their handlers are ordinary proxy handlers.
import path from 'node:path';
import { Api, App, ProxyFunction } from 'synthgate';

const app = new App();
const adapters = {
  ServerlessHttpApi: 'express-serverless-http.ts',
  CodegenieApi: 'codegenie-express.ts',
  FastifyApi: 'fastify.ts',
  HonoApi: 'hono.ts',
  MiddyApi: 'middy.ts',
};
for (const [name, file] of Object.entries(adapters)) {
  const api = new Api(app, name);
  const handler = new ProxyFunction(app, `${name}Handler`, { entry: path.join(__dirname, 'handlers', file), memorySize: 256 });
  api.root.addProxy({ defaultIntegration: handler });
}
app.synth();
