import { specInput } from '../../support/spec';
import { wholeGateway } from '../../support/whole-gateway';

test('SERVICE_NOT_REACHABLE: 501 that names the service and the action in the log', async () => {
  const integration = { type: 'service', service: 'dynamodb', action: 'PutItem', responses: [{ statusCode: '200' }] } as const;
  const gateway = wholeGateway(specInput({
    resources: { '/x': { id: 'x', methods: { GET: { integration: { ...integration, responses: [...integration.responses] }, methodResponses: { 200: {} } } } } }, stages: { prod: {} },
  }));
  expect(await gateway.send('/prod/x')).toMatchObject({ status: 501, text: '{"message": "Not Implemented"}' });
  expect(gateway.log.at(-1)).toMatchObject({ level: 'error', code: 'SERVICE_NOT_REACHABLE' });
  expect(JSON.stringify(gateway.log.at(-1))).toContain('dynamodb PutItem is not called');
});
