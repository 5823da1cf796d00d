import path from 'node:path';
import { invokeDefinition } from '../../../lib/runtime/hosting/invoke-definition';
import type { LogEntry } from '../../../lib/runtime/ports';
import { petsSpec, writeAssembly } from '../../support/assembly';
import { newDirectory } from '../../support/temporary-directory';

const CODE = `exports.handler = async () => {
  console.log('the key is ' + process.env.SIGNING_KEY);
  return { statusCode: 200, body: process.env.AWS_REGION };
};`;

test('what functions get and what is masked in their output is as with a gateway that serves', async () => {
  const source = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec()], CODE);
  const log: LogEntry[] = [];
  const functionEnvironment = { '*': { SIGNING_KEY: 'a-secret-of-this-test' } };
  const options = { source, region: 'eu-west-1', functionEnvironment, log: (entry: LogEntry) => void log.push(entry) };
  expect(await invokeDefinition(options, { method: 'GET', path: '/pets/7' })).toMatchObject({ status: 200, body: 'eu-west-1' });
  const written = log.find(({ message }) => message.startsWith('the key is '));
  expect(written).toMatchObject({ level: 'info', functionName: 'Pets', fields: { stream: 'stdout' } });
  expect(written?.message).not.toContain('a-secret-of-this-test');
});

test('a template that takes long is ended, as with a gateway that serves', async () => {
  const loops = '#foreach($a in [1..1000])#foreach($b in [1..1000])#foreach($c in [1..1000])$c#end#end#end';
  const integration = { type: 'mock' as const, requestTemplates: { 'application/json': `${loops}\n{"statusCode": 200}` }, responses: [{ statusCode: '200' }] };
  const resources = { '/': { id: 'root', methods: { GET: { integration, methodResponses: { 200: {} } } } } };
  const source = writeAssembly(path.join(newDirectory(), 'gateway.out'), [petsSpec({ functions: {}, resources })], CODE);
  expect(await invokeDefinition({ source }, { method: 'GET', path: '/', headers: { 'content-type': 'application/json' }, body: '{}' })).toMatchObject({ status: 500 });
});
