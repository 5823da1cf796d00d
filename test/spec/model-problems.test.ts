import { modelProblems } from '../../lib/spec/model-problems';

const model = (schema: object) => ({ contentType: 'application/json', schema: { ...schema } });

test('the same models are compiled once, in whatever order their members are; others are compiled', () => {
  const models = { Pet: model({ type: 'object', required: ['id'] }), Bad: model({ type: 'thing' }) };
  const problems = modelProblems('api', models);
  expect(problems).toEqual([{ name: 'Bad', problem: expect.stringContaining('type') }]);
  expect(modelProblems('api', { Bad: model({ type: 'thing' }), Pet: model({ required: ['id'], type: 'object' }) })).toBe(problems);
  expect(modelProblems('other', models)).not.toBe(problems);
  expect(modelProblems('api', { Pet: model({ type: 'object' }) })).toEqual([]);
});

test('few answers are remembered', () => {
  const ask = (id: number) => modelProblems(`api${id}`, { Pet: model({ type: 'thing' }) });
  const [first, ...others] = Array.from({ length: 17 }, (_, id) => ask(id));
  expect(ask(16)).toBe(others.at(-1));
  expect(ask(0)).not.toBe(first);
});
