import { Destination } from '../../lib/constructs';
import { declare, newFunction, specOf } from '../support/declaration';

test('a function that records go to is part of the API, and what its own records go to', () => {
  const { api, root } = declare();
  const last = newFunction(root, 'Last');
  const handler = newFunction(root, 'Handler2', { entry: 'b.ts', onFailure: Destination.toFunction(last) });
  api.root.addMethod('GET', newFunction(root, 'Fn', { entry: 'a.ts', onFailure: Destination.toFunction(handler) }));
  const { functions } = specOf(api);
  expect(Object.keys(functions)).toEqual(['Fn', 'Handler2', 'Last']);
  expect(functions.Fn?.onFailure).toEqual({ type: 'function', function: 'Handler2' });
  expect(functions.Handler2?.onFailure).toEqual({ type: 'function', function: 'Last' });
  expect(functions.Last).not.toHaveProperty('onFailure');
});

test('an address stands in the spec as it was given', () => {
  const { api, root } = declare();
  api.root.addMethod('GET', newFunction(root, 'Fn', { entry: 'a.ts', onFailure: Destination.toUrl('https://example.com/hooks?a=b') }));
  expect(specOf(api).functions.Fn?.onFailure).toEqual({ type: 'http', url: 'https://example.com/hooks?a=b' });
});

test('an address that is none is refused when the API is read', () => {
  const { api, root } = declare();
  api.root.addMethod('GET', newFunction(root, 'Fn', { entry: 'a.ts', onFailure: Destination.toUrl('example.com') }));
  expect(api._collect().issues).toMatchObject([{ code: 'SPEC_INVALID', location: expect.stringContaining('onFailure') }]);
});
