import { WorkerSnapshots } from '../../../../lib/runtime/hosting/workers/worker-snapshots';
import { merge } from '../../../../lib/runtime/metrics/merge';
import { sample } from '../../../../lib/runtime/metrics/series';

const counted = (count: number) => [sample('synthgate_spans_dropped_total', {}, count)];

test('what a worker has counted counts once, also if its last message comes after its end', async () => {
  const snapshots = new WorkerSnapshots();
  const total = async () => merge(await snapshots.read([])).map(({ numbers }) => numbers[0]);
  snapshots.received(1, counted(5));
  snapshots.lost(1);
  expect(await total()).toEqual([5]);
  snapshots.received(1, counted(7));
  expect(await total()).toEqual([7]);
  for (let id = 2; id < 100; id += 1) {
    snapshots.received(id, counted(1));
    snapshots.lost(id);
  }
  expect(await total()).toEqual([7 + 98]);
});
