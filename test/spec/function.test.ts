import { functionSchema } from '../../lib/spec/function';

const refused = (fn: object): string[] => functionSchema.safeParse({ handler: 'index.handler', ...fn }).error?.issues.map(({ path }) => path.join('.')) ?? [];

test.each(['index.handler', 'src/pets.handler', 'pets.api.list'])('the handler is that of a file of JavaScript: %s', (handler) => {
  expect(refused({ handler })).toEqual([]);
});

test.each(['index', '../pets.handler', 'index.__proto__', 'com.example.Handler::handle'])('the handler is not one of a file: %s', (handler) => {
  expect(refused({ handler })).toEqual(['handler']);
});

test.each(['nodejs22.x', 'python3.12', 'python3.16', 'ruby3.4', 'java21', 'dotnet8', 'provided.al2023'])('the runtime %s runs here', (runtime) => {
  expect(refused({ runtime })).toEqual([]);
});

test.each(['dotnetcore3.1', 'python2.7', 'go1.x', 'nodejs16.x'])('the runtime %s does not', (runtime) => {
  expect(refused({ runtime })).toEqual(['runtime']);
});

test.each([
  ['python3.12', 'src/pkg/m.handler', []], ['python3.12', 'src.pkg.m.handler', []], ['python3.12', 'nodot', []], ['python3.12', 'a b', ['handler']],
  ['provided.al2023', 'com.example.Handler::handle', []], ['provided.al2023', 'not used', []], ['nodejs22.x', 'nodot', ['handler']],
])('on %s the handler may be %s: %j', (runtime, handler, expected) => {
  expect(refused({ runtime, handler })).toEqual(expected);
});

test('a function that cannot run here has the handler and the runtime of its language', () => {
  expect(refused({ unavailable: 'an old .NET', runtime: 'dotnetcore3.1', handler: 'Shop::Shop.Handler::Handle' })).toEqual([]);
  expect(refused({ unavailable: '' })).toEqual(['unavailable']);
});
