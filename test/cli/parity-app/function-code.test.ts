import { functionCode } from '../../../lib/cli/parity-app/function-code';

/** Returns the result of a function's module for an event. */
async function returned(fn: Parameters<typeof functionCode>[0], event: unknown): Promise<unknown> {
  const module = { exports: {} as { handler?: (event: unknown) => unknown } };
  new Function('exports', functionCode(fn) ?? '')(module.exports);
  return module.exports.handler?.(event);
}

test.each([
  [{ handler: 'proxy-echo' }, { a: 1 }, { statusCode: 200, body: '{"a":1}', isBase64Encoded: false }],
  [{ handler: 'echo' }, { a: 1 }, { a: 1 }],
  [{ handler: 'return-parsed-body' }, { body: '[1]' }, [1]],
  [{ handler: 'return', value: 'x' }, {}, 'x'],
  [{ handler: 'js', code: '({ a }) => a + 1' }, { a: 1 }, 2],
])('%j is a module with a handler', async (fn, event, result) => {
  expect(await returned(fn, event)).toEqual(result);
});

test('a function gets the event of its method without the path part of the setup', async () => {
  const event = {
    resource: '/parity0123456789', path: '/parity0123456789/', methodArn: 'arn:x/parity0123456789/', other: 1,
    requestContext: { path: '/dev/parity0123456789/a', resourcePath: '/parity0123456789/{p}', stage: 'dev' },
  };
  expect(await returned({ handler: 'js', code: '(event) => event' }, event)).toEqual({
    ...event, resource: '/', path: '/', requestContext: { path: '/dev/a', resourcePath: '/{p}', stage: 'dev' },
  });
  expect(await returned({ handler: 'js', code: '(event) => event' }, { path: '/parity0123456789' })).toEqual({ path: '/parity0123456789' });
});

test('a module is the code of its case', () => {
  expect(functionCode({ handler: 'module', code: 'exports.handler = 1;' })).toBe('exports.handler = 1;');
});

test('a handler that the vocabulary does not have has no code', () => {
  expect(functionCode({ handler: 'other' })).toBeUndefined();
});
