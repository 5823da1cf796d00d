import { compileOptionsOf } from '../../../lib/runtime/hosting/compose';
import { ports } from '../../support/exchange';
import { compileContext } from '../../support/integrations';

test('local values are the pseudo parameters of account and region, and those that were given; endpoints of services are found', () => {
  const { engine, http } = compileContext();
  const throttling = {} as Parameters<typeof compileOptionsOf>[1]['throttling']; // passed on only
  const options = { accountId: '1', region: 'eu-west-1', tokenValues: { 'AWS::Region': 'mars-1', 'Shop/Table.Ref': 'Pets' }, awsEndpoints: { '*': 'http://emulator.test' } };
  const { values, services } = compileOptionsOf(options, { engine, http, ports: ports(), throttling });
  expect(values).toMatchObject({ 'AWS::AccountId': '1', 'AWS::Region': 'mars-1', 'AWS::Partition': 'aws', 'Shop/Table.Ref': 'Pets' });
  expect(services?.endpointOf(['SQS'])).toBe('http://emulator.test');
});
