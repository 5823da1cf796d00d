import type { FunctionEngine, FunctionVersion } from '../ports';
import { createMemoryDeadLetters, type DeadLetterStore } from '../state/dead-letters';
import { createMemoryEventQueue } from '../state/event-queue';
import { EventDelivery } from './delivery';
import { ProcessEngine } from './engine';
import { withDefaults, type FunctionEngineOptions } from './options';

export type { FunctionEngineOptions, OutputLine } from './options';

export interface LocalFunctionEngine extends FunctionEngine {
  /** Goes on with the events that an earlier run of the gateway left in the queue; to be called once, after loading. */
  readonly resumeEvents: (versions: readonly FunctionVersion[]) => Promise<void>;
  readonly deadLetters: DeadLetterStore;
}

/**
 * The engine that runs functions as child processes of the gateway: each instance has its own environment, memory
 * limit and deadline, and is killed and replaced when it breaks one. It contains mistakes, not hostile code: a process
 * of the same user can do what that user can do.
 */
export function createFunctionEngine(options: FunctionEngineOptions): LocalFunctionEngine {
  const settings = withDefaults(options);
  const engine = new ProcessEngine(settings);
  const deadLetters = options.deadLetters ?? createMemoryDeadLetters();
  const queue = options.eventQueue ?? createMemoryEventQueue();
  const { ports, retryDelaysMs } = settings;
  const delivery = new EventDelivery({ invoke: engine.invoke, queue, deadLetters, ports, retryDelaysMs });
  return {
    invoke: engine.invoke,
    invokeAsync: delivery.accept,
    retain: engine.retain,
    close: async (graceMs) => {
      delivery.stop();
      await engine.close(graceMs);
      await delivery.settled();
    },
    resumeEvents: delivery.resume,
    deadLetters,
  };
}
