import { GatewayError } from '../../../../lib/errors';
import { cachingOf, type CachingSpec } from '../../../../lib/spec';
import { openResponseCache } from '../../../../lib/runtime/response-cache/response-cache';
import { planCache, type MethodCache } from '../../../../lib/runtime/pipeline/steps/cache';
import { planIntegrate, planIntegrationRequest, planIntegrationResponse } from '../../../../lib/runtime/pipeline/steps/integrate';
import { received, replied, run, SILENT_INTEGRATION, validated } from '../../../support/exchange';
import type { Reply } from '../../../../lib/runtime/http/reply';

/** A request to a method with this cache, whose integration answers with what `respond` makes. */
async function through(cache: MethodCache | undefined, respond: () => Reply, headers: Record<string, string> = {}): Promise<Reply> {
  const integration = { ...SILENT_INTEGRATION, response: respond };
  const { fromCache, toCache } = planCache(cache);
  const lines = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const request = validated({ received: received({ headers: lines }), headers: lines });
  const steps = [fromCache, planIntegrationRequest(integration), planIntegrate(integration), planIntegrationResponse(integration), toCache];
  return replied(await run(request, ...steps));
}

function cached(caching: Partial<CachingSpec> = {}, keyOf: MethodCache['keyOf'] = () => 'key') {
  let now = 0;
  let calls = 0;
  let status = 200;
  let isFailing = false;
  const method = {
    caching: { ...cachingOf({ cachingEnabled: true }), ...caching } as CachingSpec,
    cache: openResponseCache(0.5, () => now),
    keyOf,
  };
  const respond = (): Reply => {
    if (isFailing) throw new GatewayError('FUNCTION_ERROR', { name: 'fn', errorMessage: 'wrong' });
    return { status, headers: [], body: Buffer.from(String(++calls)) };
  };
  const get = (headers?: Record<string, string>): Promise<Reply> => through(method, respond, headers);
  return {
    get: async (headers?: Record<string, string>) => (await get(headers)).body.toString(),
    reply: get,
    advance: (ms: number) => { now += ms; },
    answers: (next: number) => { status = next; },
    fails: (next: boolean) => { isFailing = next; },
  };
}

test('Cache: a response is kept for 300 s, and not one ms longer', async () => {
  const { get, advance } = cached();
  expect([await get(), await get()]).toEqual(['1', '1']);
  advance(299_999);
  expect(await get()).toBe('1');
  advance(1);
  expect(await get()).toBe('2');
});

test('a key that is waited for is one like any other', async () => {
  const { get } = cached({}, () => Promise.resolve('key'));
  expect([await get(), await get()]).toEqual(['1', '1']);
});

test.each([200, 204, 301, 302, 400, 404, 429, 500, 502])('a response of the integration with status %d is kept', async (status) => {
  const { reply, answers } = cached();
  answers(status);
  const [first, second] = [await reply(), await reply()];
  expect([first.status, second.status]).toEqual([status, status]);
  expect(second.body.toString()).toBe('1');
});

test.each(['max-age=0', 'Max-Age=0', 'no-cache, max-age=0'])('Cache-Control: %s drops the entry and keeps the new response, where that needs no right', async (value) => {
  const { get } = cached({ requiresAuthorization: false });
  await get();
  expect(await get({ 'cache-control': value })).toBe('2');
  expect(await get()).toBe('2');
});

test('an error of the gateway leaves nothing where the entry was dropped', async () => {
  const { get, fails } = cached({ requiresAuthorization: false });
  await get();
  fails(true);
  await expect(get({ 'cache-control': 'max-age=0' })).rejects.toMatchObject({ code: 'FUNCTION_ERROR' });
  fails(false);
  expect(await get()).toBe('2');
});

test.each(['no-cache', 'max-age=10', 'no-store'])('Cache-Control: %s means nothing to the gateway', async (value) => {
  const { get } = cached({ requiresAuthorization: false });
  await get();
  expect(await get({ 'cache-control': value })).toBe('1');
});

describe('without the right to invalidate', () => {
  const options = { 'cache-control': 'max-age=0' };

  test('SUCCEED_WITH_RESPONSE_HEADER, the default, answers from the cache with a warning', async () => {
    const { reply } = cached();
    await reply();
    const kept = await reply(options);
    expect(kept.body.toString()).toBe('1');
    expect(kept.headers).toEqual([{ name: 'Warning', value: '199 Cache-control headers were ignored because the caller was unauthorized.' }]);
    expect((await reply()).headers).toEqual([]);
  });

  test('SUCCEED_WITHOUT_RESPONSE_HEADER answers from the cache', async () => {
    const { reply } = cached({ unauthorizedStrategy: 'SUCCEED_WITHOUT_RESPONSE_HEADER' });
    await reply();
    expect(await reply(options)).toMatchObject({ headers: [], body: Buffer.from('1') });
  });

  test('FAIL_WITH_403 refuses', async () => {
    const { reply } = cached({ unauthorizedStrategy: 'FAIL_WITH_403' });
    await expect(reply(options)).rejects.toMatchObject({ code: 'CACHE_INVALIDATION_REFUSED' });
  });
});

test('a method without caching is called every time', async () => {
  let calls = 0;
  const respond = () => ({ status: 200, headers: [], body: Buffer.from(String(++calls)) });
  await through(undefined, respond);
  await through(undefined, respond);
  expect(calls).toBe(2);
});
