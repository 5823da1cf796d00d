import { GatewayError } from '../../../lib/errors';
import { gatewayResponse } from '../../../lib/runtime/steps/gateway-response';
import { observe } from '../../../lib/runtime/steps/observe';
import type { LogEntry } from '../../../lib/runtime/ports';
import { ports, received, scene } from '../../support/exchange';

describe('observe', () => {
  test('writes one entry with what happened and why, and adds the headers of the service', () => {
    const entries: LogEntry[] = [];
    const error = new GatewayError('ROUTE_UNKNOWN', { method: 'PUT', path: '/pets', defined: 'defined: GET' });
    const path = { stageName: 'prod', path: '/pets', fullPath: '/prod/pets', query: '' };
    const seen = scene({ received: received({ method: 'PUT' }), path });
    const reply = observe(gatewayResponse(error, seen), seen, ports({ log: (entry) => entries.push(entry) }));
    expect(reply.headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['x-amzn-RequestId', 'X-Cache', 'Via', 'X-Amz-Cf-Id']));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ code: 'ROUTE_UNKNOWN', level: 'warn', fields: { method: 'PUT', path: '/prod/pets', status: 403, explain: expect.stringContaining('defined: GET') as string } });
  });
});
