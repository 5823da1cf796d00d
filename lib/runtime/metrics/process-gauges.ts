import { monitorEventLoopDelay, performance, type EventLoopUtilization } from 'node:perf_hooks';
import { sample, type Snapshot } from './series';

const RESOLUTION_MS = 20;
const NANOSECONDS = 1e9;
const MICROSECONDS = 1e6;

/** Begins to measure this process: its event loop, its memory and its time. */
export function openProcessGauges() {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  delay.enable();
  let before: EventLoopUtilization = performance.eventLoopUtilization();
  return {
    read: (): Snapshot => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      // Node measures from one look to the next
      const seconds = (nanoseconds: number): number =>
        (delay.count === 0 ? 0 : Math.max(0, nanoseconds / NANOSECONDS - RESOLUTION_MS / 1000));
      const delays = [
        sample('nodejs_eventloop_delay_p50_seconds', {}, seconds(delay.percentile(50))),
        sample('nodejs_eventloop_delay_p99_seconds', {}, seconds(delay.percentile(99))),
        sample('nodejs_eventloop_delay_max_seconds', {}, seconds(delay.max)),
      ];
      delay.reset();
      const { user, system } = process.cpuUsage();
      const { rss, heapUsed } = process.memoryUsage();
      return [
        sample('synthgate_processes', {}, 1),
        ...delays,
        sample('nodejs_eventloop_utilization_ratio', {}, utilization),
        sample('process_cpu_seconds_total', {}, (user + system) / MICROSECONDS),
        sample('process_resident_memory_bytes', {}, rss),
        sample('v8js_memory_heap_used_bytes', {}, heapUsed),
      ];
    },
    close: () => delay.disable(),
  };
}
