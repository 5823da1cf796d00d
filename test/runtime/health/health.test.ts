import { healthHandler } from '../../../lib/runtime/health/health';
import { Readiness } from '../../../lib/runtime/health/readiness';
import type { GatewayReply } from '../../../lib/runtime/http/reply';
import { received } from '../../support/exchange';

const metrics = () => Promise.resolve('');

test('a defect is 500 without its details, which the log gets', async () => {
  const defect = new Error('details');
  const defects: unknown[] = [];
  const readiness = new Readiness();
  readiness.open(() => { throw defect; });
  const handler = healthHandler({ readiness, metrics }, (error) => defects.push(error));
  const reply = await new Promise<GatewayReply>((resolve) => { handler.handle(received({ target: '/readyz' }), resolve); });
  expect(reply).toMatchObject({ status: 500, body: Buffer.from('error\n') });
  expect(defects).toEqual([defect]);
});
