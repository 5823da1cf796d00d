import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { IntegrationInput } from '../../../lib/constructs/spec-input';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { newDirectory } from '../../support/temporary-directory';

const directory = newDirectory();
writeFileSync(path.join(directory, 'pet.json'), '{"name":"Bo"}');
writeFileSync(path.join(directory, 'pet.vtl'), '{"id": "$input.params(\'id\')", "name": $input.json(\'$.name\'), "who": "$context.authorizer.principalId"}\n');
const MAPPED: IntegrationInput = {
  type: 'mapped', function: 'Pets',
  requestTemplates: { 'application/json': '{"in": $input.json(\'$\')}', 'text/plain': 'plain' },
  responses: [
    { statusCode: '200', responseTemplates: { 'application/json': 'ok $input.path(\'$.name\')' } },
    { statusCode: '404', selectionPattern: 'no.*', responseTemplates: { 'application/json': '#set($context.responseOverride.status = 410)gone' } },
  ],
};
writeAssembly(path.join(directory, 'gateway.out'), [petsSpec({
  resources: { '/': { id: 'root', methods: { POST: { integration: MAPPED, methodResponses: { 200: {}, 404: {} } }, GET: { integration: { type: 'proxy', function: 'Pets' } } } } },
})]);

function render(...parameters: string[]) {
  return synthgate(directory, ['template', 'render', ...parameters]);
}

test('a file is rendered with what is given', async () => {
  const { code, out } = await render('pet.vtl', '--input', 'pet.json', '--path-param', 'id=7', '--context', 'authorizer.principalId=me');
  expect([code, out]).toEqual([0, '{"id": "7", "name": "Bo", "who": "me"}\n']);
});

test.each([
  [['--body', '{ "a": 1 }'], '{"in": {"a":1}}\n'],
  [['--media-type', 'text/plain'], 'plain\n'],
  [['--which', 'response', '--body', '@pet.json'], 'ok Bo\n'],
])('a method\'s template of an assembly is chosen by %j', async (parameters, printed) => {
  expect((await render('gateway.out', '--method', 'POST /', ...parameters)).out).toBe(printed);
});

test('overrides are shown next to the text, and inside JSON', async () => {
  const parameters = ['--method', 'POST /', '--which', 'response', '--status', '404'];
  expect(await render(...parameters)).toMatchObject({ out: 'gone\n', err: 'overrides: {"responseOverride":{"status":410}}\n' });
  expect(JSON.parse((await render(...parameters, '--json')).out)).toEqual({ text: 'gone', overrides: { responseOverride: { status: 410 } } });
});

test.each([
  [['--method', 'GET /'], 'TEMPLATE_MISSING'],
  [['--method', 'POST /', '--media-type', 'a/b'], 'TEMPLATE_MISSING'],
  [['--method', 'POST /', '--which', 'response', '--status', '500'], 'TEMPLATE_MISSING'],
  [['--method', 'PUT /'], 'METHOD_UNDEFINED'],
  [['--method', 'GET /cats'], 'METHOD_UNDEFINED'],
])('what is not there is refused: %j', async (parameters, error) => {
  const { code, err } = await render('gateway.out', ...parameters);
  expect([code, err.includes(`[${error}]`)]).toEqual([1, true]);
});

test.each([
  [['gateway.out', '--method', 'POST /', '--input', 'pet.json', '--body', '{}'], '--body'],
  [['gateway.out', '--method', 'POST /', '--status', '404'], '--status'],
  [['pet.vtl', '--api', 'Pets'], '--api'],
  [['pet.vtl', '--media-type', 'text/plain'], '--media-type'],
  [['gateway.out', '--app', 'app.ts', '--method', 'POST /'], '--app'],
])('OPTION_INVALID: of %j, %s would have no effect', async (parameters, option) => {
  const { code, out, err } = await render(...parameters);
  expect([code, out, err]).toEqual([3, '', expect.stringMatching(new RegExp(`${option} is .*\\[OPTION_INVALID\\]`))]);
});
