import { limitBacktracking } from '../../../lib/runtime/system/backtracking';
import { decision, openGateway, petsWith } from '../../support/authorizers';
import { slowness } from '../../support/machine-speed';

test('an expression that backtracks without end is done at once (RELIABILITY V01)', async () => {
  limitBacktracking();
  const authorizers = { Auth: { type: 'token' as const, function: 'Decide', identityValidationExpression: '(a+)+' } };
  const gateway = openGateway({ authorizers, resources: petsWith({ type: 'CUSTOM', authorizer: 'Auth' }) }, { functions: { Decide: () => decision() } });
  const before = process.cpuUsage(); // of this process, whatever else the machine has to do
  expect((await gateway.send({ headers: { Authorization: `${'a'.repeat(5_000)}!` } })).status).toBe(401);
  expect((await gateway.send({ headers: { Authorization: 'a'.repeat(5_000) } })).status).toBe(200);
  expect(process.cpuUsage(before).user).toBeLessThan(2_000_000 * slowness());
  await gateway.close();
});
