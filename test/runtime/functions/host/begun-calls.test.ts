import { BegunCalls } from '../../../../lib/runtime/functions/host/begun-calls';

test('calls are there from when they begin until they are answered, whichever ends first', () => {
  const begun = new BegunCalls();
  expect([begun.has('a'), begun.delete('a'), begun.all()]).toEqual([false, false, []]);
  for (const nonce of ['a', 'b', 'c']) begun.add(nonce);
  expect(begun.all()).toEqual(['a', 'b', 'c']);
  expect([begun.delete('a'), begun.delete('a'), begun.has('a')]).toEqual([true, false, false]);
  expect([begun.has('b'), begun.has('c'), begun.all()]).toEqual([true, true, ['b', 'c']]);
  begun.add('d');
  expect([begun.delete('c'), begun.has('c'), [...begun.all()].sort()]).toEqual([true, false, ['b', 'd']]);
  expect([begun.delete('b'), begun.delete('d'), begun.all()]).toEqual([true, true, []]);
});
