import { functionSchema, nodeRuntime } from '../../lib/spec/function';

const refused = (fn: object): string[] => functionSchema.safeParse({ handler: 'index.handler', ...fn }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test.each(['index.handler', 'src/pets.handler', 'pets.api.list'])('the handler is that of a file of JavaScript: %s', (handler) => {
  expect(refused({ handler })).toEqual([]);
});

test.each(['index', '../pets.handler', 'index.__proto__', 'com.example.Handler::handle'])('the handler is not one of a file: %s', (handler) => {
  expect(refused({ handler })).toEqual(['handler']);
});

test('the runtime is one of Node.js', () => {
  expect(refused({ runtime: 'nodejs22.x' })).toEqual([]);
  expect(refused({ runtime: 'python3.12' })).toEqual(['runtime']);
  expect([nodeRuntime('nodejs20.x'), nodeRuntime('python3.12'), nodeRuntime(undefined)]).toEqual(['nodejs20.x', undefined, undefined]);
});

test('a function that cannot run here has the handler and the runtime of its language', () => {
  expect(refused({ unavailable: 'Java', runtime: 'java21', handler: 'com.example.Handler::handle' })).toEqual([]);
  expect(refused({ unavailable: '' })).toEqual(['unavailable']);
});
