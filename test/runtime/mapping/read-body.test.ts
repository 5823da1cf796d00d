import { readBody, readBodyInTime } from '../../../lib/runtime/mapping/read-body';
import type { SandboxJob, SandboxOutcome } from '../../../lib/runtime/sandbox/jobs';

const wanted = { direction: 'request', paths: ['.a', '..x', ''] } as const;

function runner(outcome: SandboxOutcome) {
  const jobs: SandboxJob[] = [];
  const run = (job: SandboxJob) => {
    jobs.push(job);
    return Promise.resolve(outcome);
  };
  return { jobs, run };
}

test('parts of a body by their paths; a body that does not start like JSON is a text', () => {
  expect(readBody('{"a":[1],"b":{"x":"y"}}', wanted)).toEqual({ texts: [['[1]'], ['["y"]'], ['{"a":[1],"b":{"x":"y"}}']] });
  expect(readBody(' text ', wanted)).toEqual({ texts: [[], [], ['text']] });
  expect(readBody('{"a"', wanted)).toEqual({ problem: 'it starts like JSON but is not valid' });
});

test('numbers keep their kind and digits', () => {
  const body = '{"id":9007199254740993,"price":10.00,"l":[1e3,{"big":12345678901234567890}]}';
  expect(readBody(body, { direction: 'response', paths: ['.id', '.price', '.l', '.l[-1].big'] }))
    .toEqual({ texts: [['9007199254740993'], ['10.0'], ['[1000.0,{"big":12345678901234567890}]'], ['12345678901234567890']] });
});

test('a small body is read at once, and one without paths not at all', () => {
  const { jobs, run } = runner({ type: 'busy' });
  expect(readBodyInTime(Buffer.from('{"a":"1"}'), wanted, run)).toEqual(new Map([['.a', ['1']], ['..x', ['[]']], ['', ['{"a":"1"}']]]));
  expect(readBodyInTime(Buffer.from('{"a'), { direction: 'response', paths: [] }, run)).toEqual(new Map());
  expect(jobs).toEqual([]);
});

test.each([['a large body', `{"a":"${'x'.repeat(70_000)}"}`], ['one of many parts', `[${'{"x":1},'.repeat(6_500)}1]`]])('%s is read elsewhere', async (_, text) => {
  const { jobs, run } = runner({ type: 'read', texts: [['1'], [], ['2']] });
  const bytes = Buffer.from(text);
  expect(await readBodyInTime(bytes, wanted, run)).toEqual(new Map([['.a', ['1']], ['..x', []], ['', ['2']]]));
  expect(jobs).toEqual([{ type: 'read', ...wanted, bytes }]);
});

test.each<[SandboxOutcome, 'request' | 'response', string]>([
  [{ type: 'busy' }, 'request', 'SANDBOX_BUSY'],
  [{ type: 'expired', reason: 'late' }, 'request', 'PARAMETER_BODY_NOT_JSON'],
  [{ type: 'refused', reason: 'broken' }, 'response', 'RESPONSE_BODY_NOT_JSON'],
])('%j of a %s is %s', async (outcome, direction, code) => {
  await expect(async () => readBodyInTime(Buffer.alloc(70_000, '1'), { direction, paths: ['.a'] }, runner(outcome).run)).rejects.toMatchObject({ code });
});

test('a body that is nested too deeply has its problem', () => {
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
  expect(readBody(deep, { direction: 'request', paths: ['[0]'] })).toEqual({ problem: 'JSON nested deeper than 1000 levels' });
  expect(readBody(JSON.stringify({ errorMessage: deep }), { direction: 'response', paths: ['.errorMessage.a'] })).toEqual({ problem: 'JSON nested deeper than 1000 levels' });
});
