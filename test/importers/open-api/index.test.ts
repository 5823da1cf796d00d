import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { importSource } from '../../../lib/importers';
import { importOpenApiFile } from '../../../lib/importers/open-api';
import { parseDocument } from '../../../lib/importers/document/read-document';
import { openSource } from '../../../lib/sources';
import { createTestGateway } from '../../../lib/testing';
import { codeOf } from '../../support/error-code';

const directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'synthgate-openapi-')));
afterAll(() => rmSync(directory, { recursive: true }));

function write(name: string, text: string): string {
  const file = path.join(directory, name);
  writeFileSync(file, text);
  return file;
}

const YAML = `openapi: 3.1.0
info: { title: Pets }
paths:
  /pets:
    $ref: pets.yaml#/paths
    trace:
      responses: {}
  /cats:
    get:
      responses: { 200: { content: { application/json: { example: [] } } } }
`;

test('files that a document refers to are read, and issues name the line', () => {
  write('pets.yaml', 'paths:\n  get:\n    responses:\n      200: { $ref: "./none.yaml" }\n');
  const { apis, issues, files } = importSource(write('api.yaml', YAML));
  expect(apis.map(({ name, spec }) => [name, Object.keys(spec.resources ?? {}), Object.keys(spec.stages ?? {})])).toEqual([['Pets', ['/pets', '/cats'], ['prod']]]);
  expect(issues.map(({ code, source }) => [code, source])).toEqual([
    ['OPENAPI_METHOD_LEFT_OUT', 'api.yaml:6:5'],
    ['OPENAPI_REFERENCE_UNRESOLVED', 'pets.yaml:4:7'],
  ]);
  expect(files).toEqual([path.join(directory, 'api.yaml'), path.join(directory, 'pets.yaml')]);
});

test('a module can answer instead of the examples', () => {
  const { apis: [api] } = importOpenApiFile(parseDocument('/work/api.yaml', YAML), { handlerFile: 'src/pets.ts', stage: 'dev' });
  expect(api?.spec.resources?.['/cats']?.methods?.GET?.integration).toEqual({ type: 'proxy', function: 'Handler' });
  expect(api?.code.get('Handler')).toEqual({ type: 'entry', file: path.resolve('src/pets.ts'), handler: 'index.handler' });
  expect(Object.keys(api?.spec.stages ?? {})).toEqual(['dev']);
});

test('the methods of a document call the module that is given as --handler', async () => {
  const handlerFile = write('pets.ts', 'export const handler = async (event: { path: string }) => ({ statusCode: 201, body: `from ${event.path}` });\n');
  write('none.yaml', 'description: ok\n');
  const { assembly, files } = await openSource(write('handled.yaml', YAML), { environment: {}, handlerFile });
  expect(files()).toContain(handlerFile);
  const gateway = await createTestGateway(assembly);
  const response = await gateway.fetch('/prod/cats');
  expect([response.status, await response.text()]).toEqual([201, 'from /cats']);
  await gateway.close();
  const template = write('template.json', JSON.stringify({ Resources: {} }));
  expect(codeOf(() => importSource(template, { handlerFile }))).toBe('OPTION_INVALID');
});
