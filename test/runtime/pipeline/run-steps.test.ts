import type { GatewayReply } from '../../../lib/runtime/http/reply';
import { runSteps } from '../../../lib/runtime/pipeline/run-steps';
import { SUSPENDED, type Continuation, type RunStep, type Step } from '../../../lib/runtime/plan/step';
import { progress } from '../../support/exchange';

const REPLY: GatewayReply = { status: 200, head: '', text: 'done' };
const step = (name: string, run: RunStep<never>, isSkippedWhenAnswered = false): Step => ({ name, run, isSkippedWhenAnswered });
const answer = step('answer', (_, results) => {
  results.replied(REPLY);
  return undefined;
});

/** Runs steps; what comes of them is in `ends`, as soon as it is there. */
function run(...steps: Step[]) {
  const ends: unknown[] = [];
  const passed: string[] = [];
  const noting = steps.map((one): Step => ({ ...one, run: (...given) => { passed.push(one.name); return one.run(...given); } }));
  runSteps(noting, progress(), { replied: (reply) => ends.push(reply), failed: (thrown) => ends.push(String(thrown)) });
  return { ends, passed };
}

const pause = () => new Promise((resolve) => { setImmediate(resolve); });

test('steps that only read memory are done before the call returns', () => {
  const { ends, passed } = run(step('one', () => undefined), step('two', () => undefined), answer);
  expect([ends, passed]).toEqual([[REPLY], ['one', 'two', 'answer']]);
});

test('a step with a promise makes the request wait', async () => {
  const { ends, passed } = run(step('slow', () => Promise.resolve()), answer);
  expect([ends, passed]).toEqual([[], ['slow']]);
  await pause();
  expect([ends, passed]).toEqual([[REPLY], ['slow', 'answer']]);
});

test('a suspended request continues when its continuation is called', () => {
  const held: Continuation[] = [];
  const { ends } = run(step('held', (_, __, continuation) => { held.push(continuation); return SUSPENDED; }), answer);
  expect(ends).toEqual([]);
  held[0].resume();
  expect(ends).toEqual([REPLY]);
});

test('a continuation may be called before the step returns', () => {
  const { ends, passed } = run(step('at once', (_, __, { resume }) => { resume(); return SUSPENDED; }), step('after', () => undefined), answer);
  expect([ends, passed]).toEqual([[REPLY], ['at once', 'after', 'answer']]);
});

test.each<[string, RunStep<never>]>([
  ['throws', () => { throw new Error('refused'); }],
  ['rejects', () => Promise.reject(new Error('refused'))],
  ['fails without a promise', (_, __, { fail }) => { fail(new Error('refused')); return SUSPENDED; }],
])('a step that %s ends the request: none behind it runs', async (_, refuse) => {
  const { ends, passed } = run(step('refuse', refuse), answer);
  await pause();
  expect([ends, passed]).toEqual([['Error: refused'], ['refuse']]);
});

test('a step that throws after one that waited ends it, too', async () => {
  const { ends } = run(step('slow', () => Promise.resolve()), step('refuse', () => { throw new Error('refused'); }), answer);
  await pause();
  expect(ends).toEqual(['Error: refused']);
});

test('with a response the steps that make one are passed over, and the others are not', () => {
  const { ends, passed } = run(answer, step('integrate', () => { throw new Error('called'); }, true), step('log', () => undefined));
  expect([ends, passed]).toEqual([[REPLY], ['answer', 'log']]);
});

test('steps that end without a response are an error', () => {
  expect(run(step('nothing', () => undefined)).ends).toEqual(['Error: the steps of the method ended without a response']);
  expect(run().ends).toHaveLength(1);
});
