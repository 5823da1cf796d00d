import { integrationOf } from '../../support/integrations';
import { specInput } from '../../support/spec';
import { wholeGateway } from '../../support/whole-gateway';
import { localIntegration } from '../../../lib/runtime/pipeline/local-integration';

const values = { 'Shop/Table.Ref': 'Pets' };

test('tokens are filled in all texts but the role', () => {
  const declared = integrationOf('service', {
    service: 'dynamodb', action: 'GetItem', credentials: '${token:Shop/Role.Arn}', requestTemplates: { 'application/json': '{"TableName": "${token:Shop/Table.Ref}"}' },
  });
  const { spec, missing } = localIntegration(declared, values);
  expect(missing).toBeUndefined();
  expect(spec).toEqual({ ...declared, requestTemplates: { 'application/json': '{"TableName": "Pets"}' } });
});

test('a missing value is named, and something stands for it', () => {
  const mapped = integrationOf('mapped', { requestTemplates: { 'application/json': '{"a": "${token:Shop/Table.Ref}", "b": "${token:Shop/Other.Ref}"}' } });
  expect(localIntegration(mapped, values).missing).toBe('Shop/Other.Ref');
  expect(localIntegration(integrationOf('http', { uri: '${token:Shop/Host.Url}pets' }), values)).toMatchObject({
    missing: 'Shop/Host.Url', spec: { uri: 'https://token.invalid' },
  });
});

test('an integration that cannot run here needs no value: it says why, not what is missing', () => {
  const declared = integrationOf('unavailable', { awsType: 'HTTP_PROXY', target: 'http://${token:Shop/Balancer.DNSName}', reason: 'its backend is reached through a VPC link' });
  expect(localIntegration(declared, values).missing).toBeUndefined();
});

test('INTEGRATION_TOKEN_MISSING: only the method that needs it answers 503', async () => {
  const mock = (text: string) => ({
    integration: { type: 'mock' as const, requestTemplates: { 'application/json': '{"statusCode": 200}' }, responses: [{ statusCode: '200', responseTemplates: { 'application/json': text } }] },
    methodResponses: { 200: {} },
  });
  const gateway = wholeGateway(specInput({
    resources: { '/x': { id: 'x', methods: { GET: mock('${token:Shop/Table.Ref}'), PUT: mock('${token:Shop/Other.Ref}') } } }, stages: { prod: {} },
  }), {}, {}, values);
  expect(await gateway.send('/prod/x')).toMatchObject({ status: 200, text: 'Pets' });
  expect(await gateway.send('/prod/x', { method: 'PUT' })).toMatchObject({ status: 503 });
  expect(gateway.log.at(-1)).toMatchObject({ code: 'INTEGRATION_TOKEN_MISSING' });
});
