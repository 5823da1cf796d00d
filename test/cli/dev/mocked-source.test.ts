import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { mockedSource } from '../../../lib/cli/dev/mocked-source';
import { openSource, type OpenSource } from '../../../lib/sources';
import { serve } from '../../../lib/runtime';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const MODEL = { schema: { type: 'object', properties: { name: { type: 'string' } } } };
const METHODS = { GET: { integration: { type: 'proxy', function: 'Pets' }, methodResponses: { 200: { responseModels: { 'application/json': 'Pet' } } } } } as const;

const write = (name: string, text: string): string => {
  const file = path.join(newDirectory(), name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

async function mocked(source: string): Promise<{ readonly opened: OpenSource; readonly reports: string[] }> {
  const reports: string[] = [];
  const read = await openSource(source, { environment: {}, mocks: true });
  return { opened: await mockedSource(read, (text) => reports.push(text)), reports };
}

async function answersOf({ assembly }: OpenSource, ...paths: string[]): Promise<string[]> {
  const serving = await serve({ source: assembly, port: 0, log: () => undefined, stateDirectory: path.join(newDirectory(), 'state') });
  const url = serving.apis[0]?.stages[0]?.url ?? '';
  const answers = await Promise.all(paths.map(async (route) => {
    const response = await fetch(`${url}${route}`);
    return `${response.status} ${response.headers.get('x-synthgate-mock') ?? 'real'} ${await response.text()}`;
  }));
  await serving.close();
  return answers;
}

test('methods of an assembly whose functions have no code answer by their models; others are real', async () => {
  const directory = writeAssembly(newDirectory(), [petsSpec({
    models: { Pet: MODEL },
    functions: { Pets: { code: 'pets', handler: 'index.handler' }, Absent: { unavailable: 'it is elsewhere', handler: 'index.handler' } },
    resources: {
      '/': { id: 'root' }, '/real': { id: 'real', methods: METHODS },
      '/absent': { id: 'absent', methods: { GET: { ...METHODS.GET, integration: { type: 'proxy', function: 'Absent' } } } },
      '/bare': { id: 'bare', methods: { GET: { integration: { type: 'unavailable', awsType: 'AWS', reason: 'it is elsewhere' } } } },
    },
  })]);
  const { opened, reports } = await mocked(directory);
  expect(reports).toEqual(['--mock answers 1 method that has no backend here\n  GET /absent (generated)']);
  expect(opened.files()).toEqual([directory]);
  expect(await answersOf(opened, '/real', '/absent', '/bare')).toEqual(['200 real one', '200 generated {"name":"string"}', expect.stringMatching(/^501 real /)]);
  await opened.refresh();
  expect(reports).toHaveLength(1);
});

test('a spec without code beside it answers by its models alone', async () => {
  const spec = petsSpec({ models: { Pet: MODEL }, resources: { '/': { id: 'root' }, '/pets': { id: 'pets', methods: METHODS } } });
  const { opened, reports } = await mocked(write('Pets.gateway.json', JSON.stringify(spec)));
  expect([await answersOf(opened, '/pets'), reports]).toEqual([['200 generated {"name":"string"}'], [expect.stringContaining('GET /pets')]]);
});

test('methods of a document answer by its examples, and each edit is read', async () => {
  const document = (name: string): string => JSON.stringify({
    openapi: '3.0.1', info: { title: 'Pets' },
    paths: { '/pets': { get: { responses: { 200: { description: 'pets', content: { 'application/json': { example: [{ name }] } } } } } } },
  });
  const file = write('openapi.json', document('Rex'));
  const { opened, reports } = await mocked(file);
  expect(await answersOf(opened, '/pets')).toEqual(['200 example [{"name":"Rex"}]']);
  writeFileSync(file, document('Ada'));
  await opened.refresh();
  expect(await answersOf(opened, '/pets')).toEqual(['200 example [{"name":"Ada"}]']);
  expect([opened.files(), reports]).toEqual([[file], ['--mock answers 1 method that has no backend here\n  GET /pets (example)']]);
});
