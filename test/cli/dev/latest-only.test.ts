import { latestOnly } from '../../../lib/cli/dev/latest-only';

interface Run {
  readonly end: () => void;
  readonly fail: () => void;
}

function recorded(): { readonly runs: readonly Run[]; readonly ask: () => Promise<void> } {
  const runs: Run[] = [];
  const ask = latestOnly(() => new Promise((resolve, reject) => {
    runs.push({ end: resolve, fail: () => { reject(new Error('failed')); } });
  }));
  return { runs, ask };
}

test('whoever asks during a run shares the one that follows', async () => {
  const { runs, ask } = recorded();
  const first = ask();
  const waiting = [ask(), ask()];
  expect(runs).toHaveLength(1);
  runs[0]?.end();
  await first;
  await Promise.resolve();
  expect(runs).toHaveLength(2);
  runs[1]?.end();
  await Promise.all(waiting);
  void ask();
  expect(runs).toHaveLength(3);
});

test('a run that fails does not keep the next from running', async () => {
  const { runs, ask } = recorded();
  const first = ask();
  const second = ask();
  runs[0]?.fail();
  await expect(first).rejects.toThrow('failed');
  await Promise.resolve();
  runs[1]?.end();
  await expect(second).resolves.toBeUndefined();
});
