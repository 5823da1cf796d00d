import { createTestGateway } from '../../lib/testing';
import { newProject } from '../support/project';

/* Path parts of OData: API Gateway takes `$` in them. */

const template = '{"statusCode": 200, "path": "$context.resourcePath"}';
const mock = { 'responses': { 200: { description: 'ok' } }, 'x-amazon-apigateway-integration': {
  type: 'mock', requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: { default: { statusCode: '200', responseTemplates: { 'application/json': template } } },
} };
const PATHS = ['/odata/$metadata', '/odata/$1/$$', '/odata/{id}/$value'];

test('a path with $ is imported, matched as it is, and named in templates', async () => {
  const document = { openapi: '3.0.3', info: { title: 'OData', version: '1' }, paths: Object.fromEntries(PATHS.map((path) => [path, { get: mock }])) };
  const gateway = await createTestGateway(newProject({ 'openapi.json': JSON.stringify(document) }).file('openapi.json'));
  try {
    for (const path of PATHS) {
      const response = await gateway.fetch(`/prod${path.replace('{id}', '7')}`);
      expect([path, response.status, await response.text()]).toEqual([path, 200, template.replace('$context.resourcePath', () => path)]);
    }
    expect((await gateway.fetch('/prod/odata/metadata')).status).toBe(403);
  } finally {
    await gateway.close();
  }
});
