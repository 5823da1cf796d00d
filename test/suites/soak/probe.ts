// Loaded into the gateway's process before anything else: reports what is still held after everything that can be collected
// was. Memory as the system reports it goes up and down with the collector's habits; this grows only when something is kept.

process.on('message', (id) => {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  process.send?.({ id, heldMB: (heapUsed + external) / 1e6 });
});
// the probe must not keep the process from its end
process.channel?.unref();
// a gateway does not outlive the run that started it, however that ended
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
