import { openGrantedSlots } from '../../../../lib/runtime/hosting/workers/granted-slots';
import { SlotAllocator } from '../../../../lib/runtime/hosting/workers/slot-allocator';

const version = (maxInstances: number) => ({ key: 'v', maxInstances });

/** A process that notes what the allocator tells it. */
function member(allocator: SlotAllocator, process: number) {
  const notices: string[] = [];
  allocator.join(process, {
    granted: (key) => notices.push(`granted ${key}`),
    reclaimed: (key, must) => notices.push(`reclaimed ${key}${must ? ' must' : ''}`),
  });
  return notices;
}

test('never more slots than maxInstances; a returned one goes to the longest waiter', () => {
  const allocator = new SlotAllocator();
  const [one, two, three] = [1, 2, 3].map((process) => member(allocator, process));
  expect([1, 1, 2, 3].map((process) => allocator.want(process, version(2)))).toEqual([true, true, false, false]);
  expect(allocator.count('v')).toBe(2);
  allocator.give(1, 'v');
  expect([allocator.count('v'), two, three]).toEqual([2, ['granted v'], []]);
  allocator.give(2, 'v');
  expect([allocator.count('v'), three]).toEqual([2, ['granted v']]);
  expect(one[0]).toBe('reclaimed v must');
});

test('who has two more than the one that needs one has to give one up, others only an idle one', () => {
  const allocator = new SlotAllocator();
  const [one, two] = [member(allocator, 1), member(allocator, 2)];
  for (let count = 0; count < 3; count++) allocator.want(1, version(4));
  allocator.want(2, version(4));
  member(allocator, 3);
  allocator.want(3, version(4));
  expect([one, two]).toEqual([['reclaimed v must'], ['reclaimed v']]);
  allocator.want(2, version(4));
  expect(one.at(-1)).toBe('reclaimed v must');
  allocator.give(1, 'v');
  allocator.want(2, version(4));
  expect(one.at(-1)).toBe('reclaimed v');
});

test('slots of an ended process are freed', () => {
  const allocator = new SlotAllocator();
  const [, two] = [member(allocator, 1), member(allocator, 2)];
  allocator.want(1, version(1));
  expect(allocator.want(2, version(1))).toBe(false);
  allocator.lost(1);
  expect([two, allocator.count('v')]).toEqual([['granted v'], 1]);
  allocator.lost(2);
  expect(allocator.count('v')).toBe(0);
});

describe('the slots of a process', () => {
  test('a slot granted later is taken once, or returned if no longer needed', () => {
    const ids: string[] = [];
    const slots = openGrantedSlots({ want: () => false, give: (key) => ids.push(key) });
    const taken: boolean[] = [];
    slots.listen({ granted: () => taken.push(slots.take(version(1)), slots.take(version(1))), reclaimed: () => undefined });
    expect(slots.take(version(1))).toBe(false);
    slots.granted('v');
    expect([taken, ids]).toEqual([[true, false], []]);
    slots.listen({ granted: () => undefined, reclaimed: () => undefined });
    slots.granted('v');
    expect([slots.take(version(1)), ids]).toEqual([false, ['v']]);
  });

  test('an available slot is taken at once', () => {
    const allocator = new SlotAllocator();
    const slots = openGrantedSlots({ want: (wanted) => allocator.want(0, wanted), give: (key) => allocator.give(0, key) });
    allocator.join(0, slots);
    expect([slots.take(version(1)), allocator.count('v')]).toEqual([true, 1]);
    slots.give('v');
    expect(allocator.count('v')).toBe(0);
  });
});
