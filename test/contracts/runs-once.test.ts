import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { closeAll, fixture, startEngine, valueOf, type TestEngine } from '../support/functions/engine';
import { newDirectory } from '../support/temporary-directory';

afterEach(closeAll);

/** Ways to end, with the outcome that the call itself may have. */
const CRASHED = ['failed'];
const EITHER = ['failed', 'result', 'function-error'];

interface TestFunction {
  readonly engine: TestEngine;
  readonly send: (id: string, way: string, ms?: number) => Promise<{ readonly type: string; readonly value?: unknown }>;
  /** How often each call has run, and how many processes ran them. */
  readonly runs: () => { readonly byId: Readonly<Record<string, number>>; readonly processes: number };
}

function open(isolation: 'process' | 'thread' = 'process', concurrency = 1): TestFunction {
  const notes = path.join(newDirectory(), 'notes');
  const engine = startEngine({ isolation });
  const version = fixture('dies.handler', { environment: { NOTES: notes }, maxInstances: 2, timeoutMs: 3_000, concurrency });
  return {
    engine,
    send: async (id, way, ms = 0) => {
      const outcome = await engine.call(version, { id, way, ms });
      return { type: outcome.type, ...(outcome.type === 'result' ? { value: valueOf(outcome) } : {}) };
    },
    runs: () => {
      const lines = existsSync(notes) ? readFileSync(notes, 'utf8').trim().split('\n').map((line) => line.split(' ')) : [];
      const byId: Record<string, number> = {};
      for (const [id = ''] of lines) byId[id] = (byId[id] ?? 0) + 1;
      return { byId, processes: new Set(lines.map(([, pid]) => pid)).size };
    },
  };
}

/** Until the function counts as fast, so that calls wait in the pipeline of its instance. */
async function warmUp({ send }: TestFunction): Promise<void> {
  for (let round = 0; round < 10; round++) await Promise.all(Array.from({ length: 20 }, (_, index) => send(`warm-${round}-${index}`, 'lives')));
}

describe('a call runs once', () => {
  test.each([
    ['that answers 3 MB and exits a millisecond later', 'answersLargeAndExits', CRASHED],
    ['that answers 3 MB and exits before the answer has left', 'answersLargeAndExitsSoftly', CRASHED],
    ['that closes descriptor 3 and exits', 'closesChannelAndExits', CRASHED],
    ['that closes descriptor 3 and goes on', 'closesChannel', EITHER],
    ['that destroys all active handles', 'destroysHandles', CRASHED],
    ['that forges an exit notice', 'forgesNotice', EITHER],
    ['that forges an exit notice and exits', 'forgesNoticeAndExits', CRASHED],
    ['that forges an exit notice in the answer log', 'forgesNoticeInLog', CRASHED],
    ['that empties the answer log', 'emptiesLog', CRASHED],
    ['that closes all descriptors', 'closesEverything', EITHER],
    ['that breaks off in the middle of a frame', 'writesHalfAFrame', CRASHED],
    ['that writes to the call socket', 'writesToCallSocket', CRASHED],
    ['that reads ahead in the call socket', 'readsAhead', EITHER],
  ])('%s; concurrent calls run once and are answered', async (_, way, outcomes) => {
    const tested = open();
    await warmUp(tested);
    const bad = tested.send('bad', way);
    const good = await Promise.all(Array.from({ length: 10 }, (__, index) => tested.send(`good-${index}`, 'lives')));
    expect(outcomes).toContain((await bad).type);
    const { byId } = tested.runs();
    expect(Math.max(...Object.values(byId))).toBe(1);
    expect(byId.bad).toBe(1);
    for (const [index, { type, value }] of good.entries()) {
      // one that had begun may be lost with the process: the call that reads ahead takes it along
      if (type === 'result') expect([value, byId[`good-${index}`]]).toEqual([`good-${index}`, 1]);
      else expect([way, type]).toEqual([expect.stringMatching(/^(readsAhead|closes\w+)$/), 'failed']);
    }
  });
});

test('two calls with forged exit notices end two processes, not twelve', async () => {
  const tested = open();
  await Promise.all([tested.send('a', 'forgesNoticeAndExits'), tested.send('b', 'forgesNoticeAndExits')]);
  expect(tested.runs()).toEqual({ byId: { a: 1, b: 1 }, processes: 2 });
});

test('a call queued behind one that ends its process is answered by a replacement, even several times in a row', async () => {
  const tested = open();
  for (let round = 0; round < 4; round++) {
    const bad = tested.send(`bad-${round}`, 'exitsHard');
    expect(await tested.send(`behind-${round}`, 'lives')).toEqual({ type: 'result', value: `behind-${round}` });
    expect(await bad).toEqual({ type: 'failed' });
  }
  for (let round = 0; round < 4; round++) expect(await tested.send(`alone-${round}`, 'exitsHard')).toEqual({ type: 'failed' });
  expect(await tested.send('last', 'lives')).toEqual({ type: 'result', value: 'last' });
  expect(Math.max(...Object.values(tested.runs().byId))).toBe(1);
});

test('calls that run at the same time as one that ends their process fail, and run once', async () => {
  const tested = open('process', 8);
  await tested.send('warm', 'lives');
  const running = Array.from({ length: 5 }, (_, index) => tested.send(`running-${index}`, 'lives', 200));
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(await tested.send('bad', 'exitsHard')).toEqual({ type: 'failed' });
  for (const outcome of await Promise.all(running)) expect(outcome).toEqual({ type: 'failed' });
  expect(Math.max(...Object.values(tested.runs().byId))).toBe(1);
});

describe('in a thread, a call runs once', () => {
  test.each(['exits', 'answersLargeAndExitsSoftly', 'throwsLater'])('that %s', async (way) => {
    const tested = open('thread');
    await warmUp(tested);
    const bad = tested.send('bad', way);
    const good = await Promise.all(Array.from({ length: 10 }, (_, index) => tested.send(`good-${index}`, 'lives')));
    expect(EITHER).toContain((await bad).type);
    expect(good.map(({ value }) => value)).toEqual(good.map((_, index) => `good-${index}`));
    expect(Math.max(...Object.values(tested.runs().byId))).toBe(1);
  });
});
