import { specInput } from '../../support/spec';
import { wholeGateway } from '../../support/whole-gateway';

const integration = { type: 'unavailable', awsType: 'HTTP_PROXY', target: 'https://backend.test', reason: 'the VPC link vpc-1 is not here' } as const;
const gateway = wholeGateway(specInput({
  resources: { '/x': { id: 'x', methods: { GET: { integration }, POST: { integration, apiKeyRequired: true } } } }, stages: { prod: {} },
}));

test('INTEGRATION_UNAVAILABLE: 501, and the reason is in the log only', async () => {
  const { status, text } = await gateway.send('/prod/x');
  expect([status, text]).toEqual([501, '{"message": "Not Implemented"}']);
  expect(gateway.log.at(-1)).toMatchObject({ level: 'error', code: 'INTEGRATION_UNAVAILABLE' });
  expect(JSON.stringify(gateway.log.at(-1))).toContain('the VPC link vpc-1 is not here');
});

test('what comes before is checked before', async () => {
  expect(await gateway.send('/prod/x', { method: 'POST' })).toMatchObject({ status: 403 });
});
