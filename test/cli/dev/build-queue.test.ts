import { BuildQueue } from '../../../lib/cli/dev/build-queue';

/** Builds that end when they are told to. */
function heldBuilds() {
  const built: (readonly string[] | undefined)[] = [];
  const ends: (() => void)[] = [];
  const queue = new BuildQueue((saved) => {
    built.push(saved === undefined ? undefined : [...saved]);
    return new Promise((resolve) => { ends.push(resolve); });
  });
  const endNext = async (): Promise<void> => {
    ends.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, built, endNext };
}

test('files that are saved during a build are the next build, all together', async () => {
  const { queue, built, endNext } = heldBuilds();
  void queue.add(new Set(['a']));
  await new Promise(setImmediate);
  void queue.add(new Set(['b']));
  void queue.add(new Set(['c']));
  await new Promise(setImmediate);
  expect(built).toEqual([['a']]);
  await endNext();
  expect(built).toEqual([['a'], ['b', 'c']]);
  await endNext();
  await queue.idle;
});

test.each([[new Set(['a']), undefined], [undefined, new Set(['a'])]])('everything is more than some files: %s and %s', async (first, second) => {
  const { queue, built, endNext } = heldBuilds();
  void queue.add(new Set(['before']));
  await new Promise(setImmediate);
  void queue.add(first);
  const last = queue.add(second);
  await endNext();
  expect(built).toEqual([['before'], undefined]);
  await endNext();
  await last;
});

test('files wait for the first build, also if it fails', async () => {
  const { queue, built } = heldBuilds();
  let fail: (error: Error) => void = () => undefined;
  const first = new Promise<void>((_, reject) => { fail = reject; });
  queue.begin(first);
  void queue.add(new Set(['a']));
  await new Promise(setImmediate);
  expect(built).toEqual([]);
  fail(new Error('not today'));
  await expect(first).rejects.toThrow('not today');
  await new Promise(setImmediate);
  expect(built).toEqual([['a']]);
});

test('a build that fails does not keep the next from running', async () => {
  let runs = 0;
  const queue = new BuildQueue(async () => {
    runs += 1;
    if (runs === 1) throw new Error('the build failed');
    return Promise.resolve();
  });
  await expect(queue.add(undefined)).rejects.toThrow('the build failed');
  await queue.add(undefined);
  expect(runs).toBe(2);
});
