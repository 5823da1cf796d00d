import { openGrantedPlaces } from '../../../lib/runtime/processes/granted-places';
import { InstanceLedger } from '../../../lib/runtime/processes/instance-ledger';

const version = (maxInstances: number) => ({ key: 'v', maxInstances });

/** A process that notes what the ledger tells it. */
function member(ledger: InstanceLedger, process: number) {
  const heard: string[] = [];
  ledger.join(process, {
    granted: (key) => heard.push(`granted ${key}`),
    reclaimed: (key, must) => heard.push(`reclaimed ${key}${must ? ' must' : ''}`),
  });
  return heard;
}

test('never more places than maxInstances; one that comes back goes to who waits longest', () => {
  const ledger = new InstanceLedger();
  const [one, two, three] = [1, 2, 3].map((process) => member(ledger, process));
  expect([1, 1, 2, 3].map((process) => ledger.want(process, version(2)))).toEqual([true, true, false, false]);
  expect(ledger.count('v')).toBe(2);
  ledger.give(1, 'v');
  expect([ledger.count('v'), two, three]).toEqual([2, ['granted v'], []]);
  ledger.give(2, 'v');
  expect([ledger.count('v'), three]).toEqual([2, ['granted v']]);
  expect(one[0]).toBe('reclaimed v must');
});

test('who has two more than the one that needs one has to give one up, others only an idle one', () => {
  const ledger = new InstanceLedger();
  const [one, two] = [member(ledger, 1), member(ledger, 2)];
  for (let count = 0; count < 3; count++) ledger.want(1, version(4));
  ledger.want(2, version(4));
  member(ledger, 3);
  ledger.want(3, version(4));
  expect([one, two]).toEqual([['reclaimed v must'], ['reclaimed v']]);
  ledger.want(2, version(4));
  expect(one.at(-1)).toBe('reclaimed v must');
  ledger.give(1, 'v');
  ledger.want(2, version(4));
  expect(one.at(-1)).toBe('reclaimed v');
});

test('places of a process that is gone are free', () => {
  const ledger = new InstanceLedger();
  const [, two] = [member(ledger, 1), member(ledger, 2)];
  ledger.want(1, version(1));
  expect(ledger.want(2, version(1))).toBe(false);
  ledger.lost(1);
  expect([two, ledger.count('v')]).toEqual([['granted v'], 1]);
  ledger.lost(2);
  expect(ledger.count('v')).toBe(0);
});

describe('the places of a process', () => {
  test('a place that is granted later is taken once, or given back when nobody needs it any more', () => {
    const given: string[] = [];
    const places = openGrantedPlaces({ want: () => false, give: (key) => given.push(key) });
    const taken: boolean[] = [];
    places.listen({ granted: () => taken.push(places.take(version(1)), places.take(version(1))), reclaimed: () => undefined });
    expect(places.take(version(1))).toBe(false);
    places.granted('v');
    expect([taken, given]).toEqual([[true, false], []]);
    places.listen({ granted: () => undefined, reclaimed: () => undefined });
    places.granted('v');
    expect([places.take(version(1)), given]).toEqual([false, ['v']]);
  });

  test('what is there is taken at once', () => {
    const ledger = new InstanceLedger();
    const places = openGrantedPlaces({ want: (wanted) => ledger.want(0, wanted), give: (key) => ledger.give(0, key) });
    ledger.join(0, places);
    expect([places.take(version(1)), ledger.count('v')]).toEqual([true, 1]);
    places.give('v');
    expect(ledger.count('v')).toBe(0);
  });
});
