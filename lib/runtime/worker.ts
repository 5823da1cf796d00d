// The program of a worker process: build/runtime/worker.js, which shares the gateway's bundle next to it.
import { runWorker } from './index';

runWorker();
