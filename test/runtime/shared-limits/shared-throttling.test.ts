import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import type { Claim, NamedLimit, NamedQuota } from '../../../lib/runtime/plan/limits';
import { openSharedLimits, type SharedLimits, type SharedLimitsOptions } from '../../../lib/runtime/shared-limits/open-shared-limits';
import { admit } from '../../../lib/runtime/throttling/admission';
import type { PlanUsage, UsageStore } from '../../../lib/runtime/throttling/quota-ledger';
import { createThrottling } from '../../../lib/runtime/throttling/throttling';
import type { LogEntry } from '../../../lib/runtime/ports';
import type { ThrottleSpec } from '../../../lib/spec';
import { startStoreServer, type StoreServer } from '../../support/store-server';
import { until } from '../../support/until';

const START = Date.UTC(2026, 0, 31, 12);
let server: StoreServer;
const opened: SharedLimits[] = [];
beforeAll(async () => { server = await startStoreServer(); });
afterEach(async () => { await Promise.all(opened.splice(0).map((limits) => limits.close())); });
afterAll(() => server.close());

const NOTHING_KEPT: UsageStore = { read: () => new Map(), changed: () => undefined };
let lastAccount = 0;

interface Opened extends SharedLimits {
  readonly clock: { now: number };
  readonly log: readonly LogEntry[];
  /** `passed`, or the code of the error and the limit. */
  readonly ask: (claim: Claim) => Promise<string>;
}

/** Opens the limits of one gateway. The clock is a test's, and so is the store's. */
async function open(options: Partial<SharedLimitsOptions> = {}, unsettled = NOTHING_KEPT): Promise<Opened> {
  const clock = { now: START };
  const log: LogEntry[] = [];
  const clocks = { now: () => clock.now, monotonicNow: () => clock.now };
  const ports = { ...clocks, newId: () => randomUUID(), log: (entry: LogEntry) => void log.push(entry) };
  const limits = await openSharedLimits(
    { store: server.url, whenAway: 'open', timeoutMs: 5_000, isExact: true, account: undefined, accountId: String(++lastAccount), region: 'eu', ...options },
    { ports, random: () => 0.5, unsettled, clock: ports.monotonicNow, beatMs: 50 },
  );
  opened.push(limits);
  return { ...limits, clock, log, ask: (claim) => outcome(limits.throttling.admitRemotely(claim)) };
}

async function outcome(admission: Promise<void>): Promise<string> {
  return admission.then(() => 'passed', (error: { readonly code: string; readonly details: Readonly<Record<string, unknown>> }) => `${error.code} ${String(error.details.limit)}`);
}

const limited = (name: string, rateLimit: number, burstLimit: number): NamedLimit => ({ name, owner: 'method', throttle: { rateLimit, burstLimit } });
const quotaOf = (limit: number, period: 'DAY' | 'WEEK' | 'MONTH' = 'DAY'): NamedQuota => ({ plan: 'Free', key: 'Dev', quota: { limit, period, offset: 0 } });

const throttle = fc.record({ rateLimit: fc.constantFrom(0, 0.5, 1, 3, 7, 33.3, 99, 1_000), burstLimit: fc.integer({ min: 0, max: 5 }) });

const period = fc.constantFrom('DAY' as const, 'WEEK' as const, 'MONTH' as const);
const waitMs = fc.oneof(fc.integer({ min: 0, max: 400 }), fc.constantFrom(1_000, 43_200_000));

test('a sequence of requests passes and is refused as where limits are kept in the process', async () => {
  await fc.assert(fc.asyncProperty(
    fc.record({ account: fc.option(throttle, { nil: undefined }), method: throttle, key: throttle, quota: fc.nat(12), period }),
    fc.array(fc.record({ waitMs, method: fc.boolean(), key: fc.boolean() }), { minLength: 5, maxLength: 30 }),
    async (limits, requests) => {
      const shared = await open({ account: limits.account });
      const { clock } = shared;
      const ports = { now: () => clock.now, monotonicNow: () => clock.now };
      const own = createThrottling(limits.account, NOTHING_KEPT, ports);
      let hasRefused = false;
      for (const { waitMs: passedMs, method, key } of requests) {
        clock.now += passedMs;
        const claim = {
          limits: [...(key ? [{ name: 'key', owner: 'key' as const, throttle: limits.key }] : []), ...(method ? [{ name: 'method', owner: 'method' as const, throttle: limits.method }] : [])],
          quota: key ? quotaOf(limits.quota, limits.period) : undefined,
        };
        const expected = await outcome(Promise.resolve().then(() => admit(claim, own, ports)));
        const actual = await shared.ask(claim);
        // of several limits that refuse, one that is remembered is named before the store is asked for the first
        expect(hasRefused ? actual === 'passed' : actual).toBe(hasRefused ? expected === 'passed' : expected);
        hasRefused ||= expected !== 'passed';
      }
      await shared.close();
    },
  ), { numRuns: 60 });
});

test('a limit that a deployment changes gives no tokens', async () => {
  const { ask, clock } = await open();
  const claim = (rateLimit: number, burstLimit: number): Claim => ({ limits: [limited('key', rateLimit, burstLimit)], quota: undefined });
  const outcomes = [await ask(claim(1, 2)), await ask(claim(1, 2)), await ask(claim(1, 5)), await ask(claim(1, 5))];
  clock.now += 1_000;
  outcomes.push(await ask(claim(1, 5)), await ask(claim(1, 1)));
  expect(outcomes).toEqual(['passed', 'passed', 'RATE_EXCEEDED key', 'RATE_EXCEEDED key', 'passed', 'RATE_EXCEEDED key']);
});

test('two gateways share throttles and quotas, and a request that one limit refuses takes nothing from others', async () => {
  const shared = { accountId: 'shared', account: { rateLimit: 0, burstLimit: 8 } };
  const [first, second] = [await open(shared), await open(shared)];
  const claim: Claim = { limits: [limited('key', 0, 5)], quota: quotaOf(3) };
  const outcomes: string[] = [];
  for (const gateway of [first, second, first, second, second]) outcomes.push(await gateway.ask(claim));
  expect(outcomes).toEqual(['passed', 'passed', 'passed', 'QUOTA_EXCEEDED 3', 'QUOTA_EXCEEDED 3']);
  const withoutQuota = { ...claim, quota: undefined };
  // two of five are left of the key, and five of eight of the account
  expect([await first.ask(withoutQuota), await second.ask(withoutQuota), await first.ask(withoutQuota)]).toEqual(['passed', 'passed', 'RATE_EXCEEDED key']);
  const ofAccount = { limits: [], quota: undefined };
  const rest = await Promise.all([1, 2, 3, 4].map(async (_, index) => (index % 2 === 0 ? first : second).ask(ofAccount)));
  expect(rest.filter((result) => result === 'passed').length).toBe(3);
});

test('concurrent requests of several gateways never pass more than the limit', async () => {
  const gateways = await Promise.all([1, 2, 3].map(async () => open({ accountId: 'together' })));
  const claim: Claim = { limits: [limited('key', 0, 1_000)], quota: quotaOf(100) };
  const outcomes = await Promise.all(Array.from({ length: 300 }, (_, index) => gateways[index % 3]?.ask(claim)));
  expect(outcomes.filter((result) => result === 'passed').length).toBe(100);
});

test('a limit that refused is asked again only when it has a token', async () => {
  const { ask, clock } = await open();
  const claim: Claim = { limits: [limited('key', 2, 1)], quota: undefined };
  expect([await ask(claim), await ask(claim)]).toEqual(['passed', 'RATE_EXCEEDED key']);
  clock.now += 499;
  await server.signal('SIGSTOP');
  expect(await ask(claim)).toBe('RATE_EXCEEDED key');
  await server.signal('SIGCONT');
  clock.now += 1;
  expect(await ask(claim)).toBe('passed');
});

describe('leases', () => {
  beforeEach(() => server.client.flushall());
  const fast: Claim = { limits: [limited('fast', 1_000, 200)], quota: undefined };

  /** Two gateways that know of each other for long enough to take tokens ahead. */
  async function openTwo() {
    const options = { accountId: 'leases', isExact: false };
    const [first, second] = [await open(options), await open(options)];
    await until(() => ([first, second].every(({ state }) => state().gateways === 2) ? true : undefined));
    await new Promise((resolve) => setTimeout(resolve, 300)); // beats come every 50 ms
    return [first, second] as const;
  }
  const scriptsRun = async (): Promise<number> => Number(/cmdstat_evalsha:calls=(\d+)/.exec(await server.client.info('commandstats'))?.[1]);

  test('of a fast limit most requests need no answer of the store, and what passes is no more than the limit', async () => {
    const gateways = await openTwo();
    const before = await scriptsRun();
    const outcomes: string[] = [];
    for (let request = 0; request < 150; request++) outcomes.push(await gateways[request % 2 === 0 ? 0 : 1].ask(fast));
    expect(outcomes.filter((result) => result === 'passed').length).toBe(150);
    expect(await scriptsRun() - before).toBeLessThan(75);
    for (let request = 0; request < 150; request++) outcomes.push(await gateways[request % 2 === 0 ? 0 : 1].ask(fast));
    const passed = outcomes.filter((result) => result === 'passed').length;
    expect(passed).toBeLessThanOrEqual(200);
    // two shares of 50 tokens may be held where no request comes
    expect(passed).toBeGreaterThan(100);
  });

  test('requests at the same time take no more ahead than the share of their gateway', async () => {
    const [first] = await openTwo();
    const claim: Claim = { limits: [limited('fast', 1_000, 1_000)], quota: undefined };
    for (let round = 0; round < 4; round++) await Promise.all(Array.from({ length: 60 }, async () => first.ask(claim)));
    expect(parseFloat(await bucket()) / 1e6).toBeGreaterThanOrEqual(1_000 - 4 * 60 - 50);
  });

  test('a request that another limit refuses returns what it took', async () => {
    const [first] = await openTwo();
    for (let request = 0; request < 20; request++) await first.ask(fast);
    const outcomes: string[] = [];
    const refused: Claim = { limits: [...fast.limits, limited('none', 0, 0)], quota: undefined };
    for (let request = 0; request < 200; request++) outcomes.push(await first.ask(refused));
    expect(new Set(outcomes)).toEqual(new Set(['RATE_EXCEEDED none']));
    expect(parseFloat(await bucket()) / 1e6).toBeGreaterThanOrEqual(200 - 20 - 50); // what may be held is not lost
  });

  /** The bucket of the limit `fast` in the store: tokens in millionths, time, rate and burst. */
  async function bucket(): Promise<string> {
    const kept = await server.client.get('synthgate:{leases/eu}:throttle:fast');
    if (kept === null) throw new Error('the store has no such bucket');
    return kept;
  }

  test('a bound is said at the start: a tenth of a second\'s requests, or none', async () => {
    const account = { rateLimit: 10_000, burstLimit: 5_000 };
    const [leased, exact] = [await open({ account, isExact: false }), await open({ account })];
    expect(leased.log[0]?.message).toContain('by 10 % of a second\'s requests, 1000 of the account\'s, all others by none');
    expect(exact.log[0]?.message).toContain('none is exceeded');
  });
});

describe('quotas in blocks', () => {
  beforeEach(() => server.client.flushall());
  const claimOf = (limit: number): Claim => ({ limits: [], quota: quotaOf(limit) });

  async function openThree() {
    const options = { accountId: 'blocks', isExact: false };
    const gateways = [await open(options), await open(options), await open(options)] as const;
    await until(() => (gateways.every(({ state }) => state().gateways === 3) ? true : undefined));
    return gateways;
  }
  /** Requests in the store: those granted, and those that came back. */
  async function stored(): Promise<readonly number[]> {
    const text = await server.client.get('synthgate:{blocks/eu}:quota:["Free","Dev"]:2026-01-31');
    return (text ?? '').split(' ').map(Number);
  }
  const ask = async (gateway: Opened, times: number, limit: number): Promise<number> => {
    let passed = 0;
    for (let request = 0; request < times; request++) if (await gateway.ask(claimOf(limit)) === 'passed') passed += 1;
    return passed;
  };

  test('of a fast key most requests are counted ahead, so that they pass also while the store does not answer', async () => {
    const [first] = await openThree();
    expect(await ask(first, 40, 1_000)).toBe(40);
    const [granted = 0] = await stored();
    const reserved = granted - 40;
    expect(reserved).toBeGreaterThan(10);
    await server.signal('SIGSTOP');
    expect([await ask(first, reserved, 1_000), first.throttling.quotas.usedOf(quotaOf(1_000))]).toEqual([reserved, granted]);
    await server.signal('SIGCONT');
  });

  test('a reserve that nobody uses comes back after a second, and with the end of its gateway, also where others knew of it', async () => {
    const [first, second] = await openThree();
    await ask(first, 40, 1_000);
    await ask(second, 1, 1_000);
    first.clock.now += 1_000;
    const used = async (): Promise<number> => (await stored()).reduce((granted, returned) => granted - returned);
    while (await used() > 41) await Promise.resolve();
    await ask(second, 40, 1_000);
    await second.close();
    expect(await used()).toBe(40 + 41);
  });

  test('gateways that ask together pass exactly the quota: the last requests are given one by one', async () => {
    const gateways = await openThree();
    let passed = 0;
    for (let round = 0; round < 60; round++) {
      const outcomes = await Promise.all(gateways.map(async (gateway) => gateway.ask(claimOf(100))));
      passed += outcomes.filter((outcomeOf) => outcomeOf === 'passed').length;
    }
    expect(passed).toBe(100);
  });
});

test('a reset at another gateway counts a second after a refusal, however long that would last', async () => {
  const [first, second] = [await open({ accountId: 'cap' }), await open({ accountId: 'cap' })];
  const claim: Claim = { limits: [limited('slow', 0.001, 1)], quota: undefined };
  expect([await first.ask(claim), await first.ask(claim), await second.ask(claim)]).toEqual(['passed', 'RATE_EXCEEDED slow', 'RATE_EXCEEDED slow']);
  first.throttling.reset(START);
  second.clock.now += 999;
  expect(await second.ask(claim)).toBe('RATE_EXCEEDED slow');
  second.clock.now += 1;
  expect(await second.ask(claim)).toBe('passed');
});

test('a store that lost its data does not make a gateway think that it is alone', async () => {
  const [first, second] = [await open({ accountId: 'count' }), await open({ accountId: 'count' })];
  await until(() => ([first, second].every(({ state }) => state().gateways === 2) ? true : undefined));
  const key = 'synthgate:{count/eu}:gateways';
  const seen = new Set<number>();
  await server.client.flushall();
  for (let known = 0; known < 2; known = await server.client.zcard(key)) {
    for (const { state } of [first, second]) seen.add(state().gateways);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  expect([...seen]).toEqual([2]);
});

test('a period ends by the calendar: the next one begins with nothing used', async () => {
  const { ask, clock } = await open();
  const claim: Claim = { limits: [], quota: quotaOf(1, 'MONTH') };
  const outcomes = [await ask(claim), await ask(claim)];
  clock.now = Date.UTC(2026, 1, 1) - 1;
  outcomes.push(await ask(claim));
  clock.now += 1;
  outcomes.push(await ask(claim), await ask(claim));
  expect(outcomes).toEqual(['passed', 'QUOTA_EXCEEDED 1', 'QUOTA_EXCEEDED 1', 'passed', 'QUOTA_EXCEEDED 1']);
});

test('an answer that arrives after its period counts in none that follows', async () => {
  const { ask, clock, throttling } = await open();
  const claim: Claim = { limits: [], quota: quotaOf(1) };
  const asked = ask(claim);
  clock.now += 86_400_000;
  expect(await asked).toBe('passed');
  expect(throttling.quotas.usedOf(quotaOf(1))).toBe(0);
  expect([await ask(claim), await ask(claim)]).toEqual(['passed', 'QUOTA_EXCEEDED 1']);
});

test('a script that the store forgot is sent again', async () => {
  const { ask } = await open();
  await server.client.script('FLUSH');
  expect(await ask({ limits: [limited('key', 0, 1)], quota: undefined })).toBe('passed');
});

test('usage that is reset can be used again by all gateways', async () => {
  const [first, second] = [await open({ accountId: 'reset' }), await open({ accountId: 'reset' })];
  const claim: Claim = { limits: [limited('usage plan "Free", API key "Dev"', 0, 1)], quota: quotaOf(1) };
  expect([await first.ask(claim), await first.ask(claim)]).toEqual(['passed', 'RATE_EXCEEDED usage plan "Free", API key "Dev"']);
  expect(first.throttling.buckets.list(0)).toEqual([{ owner: 'method', name: 'usage plan "Free", API key "Dev"', throttle: { rateLimit: 0, burstLimit: 1 }, tokens: 0 }]);
  expect(first.throttling.quotas.usedOf(quotaOf(1))).toBe(1);
  first.throttling.reset(START);
  expect([await first.ask(claim), await second.ask(claim)]).toEqual(['passed', 'RATE_EXCEEDED usage plan "Free", API key "Dev"']);
});

describe('while the store does not answer', () => {
  const SAME = 'away';
  const account: ThrottleSpec = { rateLimit: 0, burstLimit: 40 };
  const passing: Claim = { limits: [], quota: undefined };
  const counted: Claim = { limits: [], quota: quotaOf(10) };

  /** Usage that the store does not count in time when it is back waits for the next request, which does not come here. */
  const ENOUGH_MS = 1_000;
  async function openTwo(whenAway: 'open' | 'closed', { timeoutMs = 50, kept }: { readonly timeoutMs?: number; readonly kept?: UsageStore } = {}) {
    const options = { accountId: SAME, account, whenAway, timeoutMs };
    const both = [await open(options), await open(options, kept)] as const;
    await until(() => (both.every(({ state }) => state().gateways === 2) ? true : undefined));
    return both;
  }
  const awaitState = (limits: SharedLimits, state: string) => until(() => (limits.state().state === state ? true : undefined));
  async function pause(...gateways: readonly Opened[]): Promise<void> {
    await server.signal('SIGSTOP');
    await Promise.all(gateways.map((gateway) => awaitState(gateway, 'away')));
  }
  async function goOn(...gateways: readonly Opened[]): Promise<void> {
    await server.signal('SIGCONT');
    await Promise.all(gateways.map((gateway) => awaitState(gateway, 'connected')));
  }
  beforeEach(() => server.client.flushall());
  afterEach(() => server.signal('SIGCONT'));

  test('each gateway passes its share of a throttle, a request waits 50 ms at most, and the log says so once', async () => {
    const [first, second] = await openTwo('open');
    await server.signal('SIGSTOP');
    expect(await first.ask(passing)).toBe('passed');
    await pause(first, second);
    const outcomes = await Promise.all(Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? first : second).ask(passing)));
    expect(outcomes.filter((result) => result === 'passed').length).toBe(39); // half of 40 each, one of which has passed
    await goOn(first, second);
    expect(first.log.map(({ level, code }) => [level, code])).toEqual([['info', undefined], ['error', 'STORE_AWAY'], ['info', undefined]]);
    expect(first.log[1]?.message).toContain('this gateway passes its share of each throttle, and requests with a quota pass and are counted later');
  });

  test('open: requests with a quota pass as long as the quota is not known to be used up, and are counted later', async () => {
    const [first, second] = await openTwo('open', { timeoutMs: ENOUGH_MS });
    expect([await first.ask(counted), await second.ask(counted)]).toEqual(['passed', 'passed']);
    await pause(first, second);
    const outcomes = await Promise.all(Array.from({ length: 12 }, () => second.ask(counted)));
    expect(outcomes.filter((result) => result === 'passed').length).toBe(8);
    expect(outcomes[11]).toBe('QUOTA_EXCEEDED 10');
    await goOn(first, second);
    await until(() => (second.throttling.quotas.isUnsettled(quotaOf(10)) ? undefined : true));
    expect(await first.ask(counted)).toBe('QUOTA_EXCEEDED 10');
  });

  test('open: requests that are not counted yet are on disk, for the next start', async () => {
    const kept = new Map<string, PlanUsage>();
    const changed: UsageStore['changed'] = (plan, usage) => void kept.set(plan, new Map(usage()));
    const store: UsageStore = { read: (plan) => new Map(kept.get(plan)), changed };
    const [first, second] = await openTwo('open', { timeoutMs: ENOUGH_MS, kept: store });
    await pause(first, second);
    expect(await second.ask(counted)).toBe('passed');
    expect([...kept.get('Free')?.entries() ?? []]).toEqual([['Dev', { window: Date.UTC(2026, 0, 31), used: 1 }]]);
    await goOn(first, second);
    await until(() => (kept.get('Free')?.size === 0 ? true : undefined));
    await second.close();
    kept.set('Free', new Map([['Dev', { window: Date.UTC(2026, 0, 31), used: 8 }]]));
    const again = await open({ accountId: SAME }, store);
    again.throttling.quotas.open('Free');
    await until(() => (kept.get('Free')?.size === 0 ? true : undefined));
    expect([await first.ask(counted), await first.ask(counted)]).toEqual(['passed', 'QUOTA_EXCEEDED 10']);
  });

  test('closed: requests with a quota get 503, others pass: QUOTA_UNAVAILABLE', async () => {
    const [first, second] = await openTwo('closed');
    expect(await first.ask(counted)).toBe('passed');
    await pause(first, second);
    expect([await first.ask(counted), await first.ask(passing)]).toEqual(['QUOTA_UNAVAILABLE undefined', 'passed']);
    await goOn(first, second);
    expect(await second.ask(counted)).toBe('passed');
  });
});

test('a store that lost its data goes on from the usage that a gateway knows', async () => {
  const { ask } = await open();
  const claim: Claim = { limits: [], quota: quotaOf(3) };
  expect([await ask(claim), await ask(claim)]).toEqual(['passed', 'passed']);
  await server.client.flushall();
  expect([await ask(claim), await ask(claim)]).toEqual(['passed', 'QUOTA_EXCEEDED 3']);
});
