import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const shop = petsSpec({ api: { id: 'shop', name: 'Shop' }, stages: {} });
const directory = (): string => path.dirname(writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec(), shop]));

test('prints Mermaid of every API, or of those that are named', async () => {
  const location = directory();
  const { code, out, err } = await synthgate(location, ['diagram', 'gateway.out']);
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(/^flowchart LR\n {2}subgraph api1\["Pets \(REST API\)"\][^]*api1stage1\(\["prod"\]\) --> api1\n[^]*"Shop \(REST API\)"/);
  expect((await synthgate(location, ['diagram', 'gateway.out', '--api', 'Shop'])).out).not.toContain('Pets (');
});

test('writes a file, as SVG where its name says so', async () => {
  const location = directory();
  const { code, out } = await synthgate(location, ['diagram', 'gateway.out', '--file', 'docs/api.svg']);
  expect([code, out]).toEqual([0, '']);
  const printed = await synthgate(location, ['diagram', 'gateway.out', '--format', 'svg']);
  expect(readFileSync(path.join(location, 'docs/api.svg'), 'utf8')).toBe(printed.out);
  expect(printed.out).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
  await synthgate(location, ['diagram', 'gateway.out', '--file', 'api.mmd']);
  expect(readFileSync(path.join(location, 'api.mmd'), 'utf8')).toMatch(/^flowchart LR\n/);
});

test('reads other sources: an OpenAPI document, and a template', async () => {
  const location = newDirectory();
  writeFileSync(path.join(location, 'openapi.json'), JSON.stringify({
    openapi: '3.0.3', info: { title: 'Catalog', version: '1' },
    paths: { '/items': { get: { responses: { 200: { description: 'items' } } } } },
  }));
  const { code, out } = await synthgate(location, ['diagram', 'openapi.json']);
  expect(code).toBe(0);
  expect(out).toContain('"GET /items"');
  writeFileSync(path.join(location, 'template.json'), JSON.stringify({
    Transform: 'AWS::Serverless-2016-10-31',
    Resources: { Pets: { Type: 'AWS::Serverless::Function', Properties: {
      Runtime: 'nodejs22.x', Handler: 'index.handler', InlineCode: 'exports.handler = async () => ({});',
      Events: { Get: { Type: 'HttpApi', Properties: { Path: '/cats', Method: 'get' } } },
    } } },
  }));
  const template = await synthgate(location, ['diagram', 'template.json']);
  expect(template.out).toMatch(/HTTP API[^]*"GET \/cats"\] --> api1integration1\("Lambda proxy"\)/);
});
