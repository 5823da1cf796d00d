import { GatewayError } from '../../../../lib/errors';
import { replyOf } from '../../../../lib/runtime/http/reply';
import { gatewayResponse } from '../../../../lib/runtime/pipeline/steps/gateway-response';
import { observe } from '../../../../lib/runtime/pipeline/steps/observe';
import type { LogEntry } from '../../../../lib/runtime/ports';
import { ports, received, progress } from '../../../support/exchange';

describe('observe', () => {
  test('writes one entry with what happened and why, and adds the headers of the service', () => {
    const entries: LogEntry[] = [];
    const error = new GatewayError('ROUTE_UNKNOWN', { method: 'PUT', path: '/pets', defined: 'defined: GET' });
    const path = { stageName: 'prod', path: '/pets', routePath: '/pets', fullPath: '/prod/pets', query: '' };
    const seen = progress({ received: received({ method: 'PUT' }), path });
    const reply = replyOf(observe(gatewayResponse(error, seen), seen, ports({ log: (entry) => entries.push(entry) })));
    expect(reply.headers.map(({ name }) => name)).toEqual(expect.arrayContaining(['x-amzn-RequestId', 'X-Cache', 'Via', 'X-Amz-Cf-Id']));
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ code: 'ROUTE_UNKNOWN', level: 'warn', fields: { method: 'PUT', path: '/prod/pets', status: 403, explain: expect.stringContaining('defined: GET') as string } });
  });
  test.each([
    { of: 'a developer, with its secrets masked', explains: 'always' as const, target: '/prod/pets?kind=cat&token=abcdefgh', query: 'kind=cat&token=********' },
    { of: 'a developer, if there is one', explains: 'always' as const, target: '/prod/pets?', query: undefined },
    { of: 'nobody else', explains: false as const, target: '/prod/pets?kind=cat', query: undefined },
  ])('the entry has the query for $of', ({ explains, target, query }) => {
    const entries: LogEntry[] = [];
    observe({ status: 200, headers: [], body: Buffer.from('') }, progress({ received: received({ target }), explains }), ports({ log: (entry) => entries.push(entry) }));
    expect(entries[0]?.fields?.query).toBe(query);
  });
  test('a response that is text gets the same headers in the same order, and an entry of the same shape', () => {
    const seen = progress();
    const entries: LogEntry[] = [];
    const used = ports({ log: (entry) => entries.push(entry) });
    const asText = observe({ status: 201, head: 'X-A: b\r\n', text: 'text' }, seen, used);
    const asLists = observe({ status: 201, headers: [{ name: 'X-A', value: 'b' }], body: Buffer.from('text') }, seen, used);
    expect(asText).toHaveProperty('text');
    expect(replyOf(asText).headers).toEqual(replyOf(asLists).headers);
    expect(entries[0]).toEqual(entries[1]);
  });
});
