import { OpenParts } from '../../../lib/runtime/hosting/open-parts';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Parts that note when they are closed, and with how much time. */
function noting() {
  const closed: string[] = [];
  const named = (name: string) => ({ close: (graceMs: number) => { closed.push(`${name} ${graceMs}`); } });
  return { closed, named };
}

test('closes entrances first, then parts, the last opened first', async () => {
  const [{ closed, named }, parts] = [noting(), new OpenParts()];
  parts.part(named('lock'));
  parts.entrance(named('lambda'));
  parts.part(named('engine'));
  parts.entrance(named('listeners'));
  await parts.close(5);
  expect(closed).toEqual(['lambda 5', 'listeners 5', 'engine 5', 'lock 5']);
});

test('parts have the time that entrances leave, and none once it is over', async () => {
  const [{ closed, named }, parts] = [noting(), new OpenParts()];
  const taking = (ms: number) => ({ close: () => void jest.advanceTimersByTime(ms) });
  parts.part(named('lock'));
  parts.part(taking(3));
  parts.part(named('engine'));
  parts.entrance(taking(3));
  await parts.close(5);
  expect(closed).toEqual(['engine 2', 'lock 0']);
});

test('closes entrances at the same time', async () => {
  const parts = new OpenParts();
  let release = (): void => undefined;
  const second = new Promise<void>((resolve) => { release = resolve; });
  parts.entrance({ close: () => second });
  parts.entrance({ close: () => release() });
  await expect(parts.close(0)).resolves.toBeUndefined();
});

test('closes the parts before one that fails, and reports the failure', async () => {
  const [{ closed, named }, parts] = [noting(), new OpenParts()];
  parts.part(named('lock'));
  parts.part({ close: () => { throw new Error('disk full'); } });
  parts.entrance({ close: () => Promise.reject(new Error('second')) });
  parts.part(named('engine'));
  await expect(parts.close(1)).rejects.toThrow('second');
  expect(closed).toEqual(['engine 1', 'lock 1']);
});

test('closes nothing twice', async () => {
  const [{ closed, named }, parts] = [noting(), new OpenParts()];
  parts.part(named('lock'));
  await parts.close(1);
  await parts.close(1);
  expect(closed).toEqual(['lock 1']);
});
