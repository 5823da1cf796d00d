import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { synthgate } from '../../support/command-line';
import { writeWebSocketApi } from '../../support/http-api';
import { newDirectory } from '../../support/temporary-directory';

const ECHO = 'exports.handler = async (event) => { console.log("asked"); return { statusCode: 200, body: JSON.stringify([event.pathParameters, event.headers, event.body]) }; };';

const directory = newDirectory();
writeAssembly(path.join(directory, 'gateway.out'), [petsSpec()], ECHO);
writeFileSync(path.join(directory, 'pet.json'), '{"name":"Bo"}');

test('prints status, headers, body and the execution log; what the function writes goes to standard error', async () => {
  const { code, out, err } = await synthgate(directory, ['invoke', 'GET /pets/7?a=b']);
  expect(code).toBe(0);
  expect(out).toMatch(/^200 in \d+ ms\nX-Amzn-Trace-Id: .*\nContent-Type: application\/json\n\n\[\{"id":"7"\},null,null\]\n\nExecution log for request /);
  expect(out).toContain('Method request query string: {a=b}\n');
  expect(out).toMatch(/Method completed with status: 200\n$/);
  expect(err).toContain('asked');
});

test('takes headers and a body from a file, and prints JSON', async () => {
  const { out } = await synthgate(directory, ['invoke', 'post /pets', '--header', 'content-type: application/json', '--body', '@pet.json', '--json']);
  expect(JSON.parse(out)).toMatchObject({ status: 200, body: JSON.stringify([null, { 'content-type': 'application/json' }, '{"name":"Bo"}']) });
});

test('a resource stands for itself', async () => {
  const { out } = await synthgate(directory, ['invoke', '/pets/{id}', '--json']);
  expect(JSON.parse(out)).toMatchObject({ status: 200, body: '[{"id":"{id}"},null,null]' });
});

test.each([
  ['GET /cats', 1, 'METHOD_UNDEFINED'],
  ['PATCH /pets/7', 1, 'METHOD_UNDEFINED'],
  ['GET pets', 3, 'OPTION_INVALID'],
])('%s is refused', async (request, code, error) => {
  const result = await synthgate(directory, ['invoke', request]);
  expect([result.code, result.err.includes(`[${error}]`)]).toEqual([code, true]);
});

test('a body file that is not there is named', async () => {
  const { code, err } = await synthgate(directory, ['invoke', 'GET /pets', '--body', '@none.json']);
  expect([code, err]).toEqual([3, expect.stringContaining('--body is "none.json"')]);
});

test('the route of a WebSocket API gets a message', async () => {
  const chat = newDirectory();
  writeWebSocketApi(path.join(chat, 'gateway.out'), { functions: { Echo: 'async ({ body, requestContext: { eventType } }) => ({ statusCode: 200, body: eventType + body })' }, routes: { 'chat/say': { hasRouteResponse: true, integration: { type: 'proxy', function: 'Echo' } } } });
  const { out } = await synthgate(chat, ['invoke', 'chat/say', '--body', '{}', '--json']);
  expect(JSON.parse(out)).toMatchObject({ status: 200, body: 'MESSAGE{}' });
});
