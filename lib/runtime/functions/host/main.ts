/** The program inside a function's process or thread. It has no dependencies and starts fast. */
import { isMainThread } from 'node:worker_threads';
import { openThreadChannel, openThreadOutput } from '../threads/thread-channel';
import { defineAwslambda } from './awslambda';
import { openChannel } from './channel';
import { Host } from './host';
import { openOutput } from './output';
import { openTraceId } from './trace-id';

const REHEARSE_AFTER_MS = 50;

if (!isMainThread) openThreadOutput();
const host = new Host({
  openChannel: isMainThread ? openChannel : openThreadChannel,
  markOutput: openOutput(),
  setTraceId: openTraceId(),
  exit: process.exit.bind(process), // user code may replace it
});
defineAwslambda();
process.on('uncaughtException', (error, origin) => host.uncaught(error, origin));
process.on('beforeExit', () => host.idle());
process.on('exit', (code) => host.exiting(code));
/** Only a process that was started for no function yet has this argument, which user code does not see. */
const [rehearsal] = process.argv.splice(2);
if (rehearsal !== undefined) setTimeout(() => void host.rehearse(rehearsal), REHEARSE_AFTER_MS).unref();
