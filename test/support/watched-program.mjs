// Serves an assembly and watches its own main thread: how long one turn of the event loop kept it busy, and its memory. Run
// by watched-gateway.ts. The processor time of the thread counts, not the clock, so that a busy machine does not fail it.
import { openSync, readSync } from 'node:fs';
import { serve } from 'synthgate/runtime';

const MIB = 1024 * 1024;
const TICK_MS = 2;
const file = process.platform === 'linux' ? openSync(`/proc/self/task/${process.pid}/schedstat`, 'r') : undefined;
const bytes = Buffer.alloc(64);
const worst = { busyMs: 0, heapMiB: 0, residentMiB: 0 };
let last = busyMs();

function busyMs() {
  if (file === undefined) return performance.now();
  return Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, bytes.length, 0)).split(' ')[0]) / 1e6;
}

const serving = await serve({ source: process.argv[2], port: 0, watch: false });

setInterval(() => {
  const now = busyMs();
  worst.busyMs = Math.max(worst.busyMs, now - last);
  last = now;
}, TICK_MS);
setInterval(() => {
  const { heapTotal, rss } = process.memoryUsage();
  worst.heapMiB = Math.max(worst.heapMiB, heapTotal / MIB);
  worst.residentMiB = Math.max(worst.residentMiB, rss / MIB);
}, 20);

process.on('message', () => {
  process.send({ ...worst });
  Object.assign(worst, { busyMs: 0, heapMiB: 0, residentMiB: 0 });
});
process.send({ url: serving.apis[0].url });
