const TEXT = JSON.stringify(Array.from({ length: 40_000 }, (_, index) => ({ index })));
/** Processor time of one `JSON.parse` of it on the machine for which the tests' limits in processor time hold. */
const REFERENCE_MS = 8;

/** Factor for limits in processor time: how much slower this machine is now, at least 1. */
export function slowness(): number {
  const times = Array.from({ length: 5 }, () => processorMs(() => JSON.parse(TEXT))).sort((a, b) => a - b);
  return Math.max(1, (times[2] ?? 0) / REFERENCE_MS);
}

/** Processor time that this process takes for something, whatever else the machine has to do. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}
