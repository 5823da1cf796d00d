// One of the gateways that share limits, in a process of its own that the suite kills. It reports over the channel.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { serve, type ServeOptions } from 'synthgate/runtime';
import type { FromGateway } from './gateways';

const NANOSECONDS = 1e6;
const REPORT_MS = 50;

const send = (message: FromGateway): void => { if (process.connected) process.send?.(message); };
// a gateway does not outlive the run that started it, however that ended
process.on('disconnect', () => process.exit(1));

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
setInterval(() => send({ type: 'late', ms: delay.max / NANOSECONDS }), REPORT_MS).unref();

async function main(options: ServeOptions): Promise<void> {
  const serving = await serve({ ...options, log: ({ code, message }) => send({ type: 'log', code, message }) });
  process.once('message', () => void serving.close().then(() => process.disconnect()));
  send({ type: 'serving', port: serving.port, url: `${serving.apis[0]?.url ?? ''}/prod/` });
}

void main(JSON.parse(process.argv[2] ?? '{}') as ServeOptions); // as `gateways.ts` writes them
