import type { FunctionUse } from '../plan/meter';
import type { FunctionEngine, FunctionVersion } from '../ports';
import { createMemoryDeadLetters, type DeadLetterStore } from '../state/dead-letters';
import { createMemoryEventQueue } from '../state/event-queue';
import { EventDelivery } from '../async-events/delivery';
import { ProcessEngine } from './engine';
import { withDefaults, type FunctionEngineOptions } from './options';

export type { FunctionEngineOptions, Isolation, OutputLine } from './options';
export { SANDBOX_MODES } from './process/sandbox';
export { FUNCTION_PERMISSIONS, type FunctionPermission, type FunctionPermissions } from './permissions';

export interface LocalFunctionEngine extends FunctionEngine {
  /** Resumes the events that an earlier run of the gateway left in the queue; call once, after loading. */
  readonly resumeEvents: (versions: readonly FunctionVersion[]) => Promise<void>;
  readonly deadLetters: DeadLetterStore;
  /** Prewarms processes of these sizes while the functions are read; `prepare` has the last word. Resolves soon, and never rejects. */
  readonly expect: (sizesMiB: ReadonlySet<number>) => Promise<void>;
  /** Prepares for these versions, at the start and after each change; warns once about limits that are not enforced here. Never rejects. */
  readonly prepare: (versions: readonly FunctionVersion[]) => Promise<void>;
  readonly uses: () => readonly FunctionUse[];
  /** How many asynchronous events are not delivered yet. */
  readonly waitingEvents: () => number;
  /** Resolves when no asynchronous event is being tried or waits for its next attempt. */
  readonly waitForIdle: () => Promise<void>;
}

/**
 * The engine that runs functions as child processes of the gateway: each instance has its own environment, memory limit and
 * deadline, reads its own code only, and is killed and replaced when it breaks a limit. It contains mistakes and faulty
 * dependencies. It does not isolate untrusted code, for which Node makes no promises: run that in a virtual machine.
 */
export function createFunctionEngine(options: FunctionEngineOptions): LocalFunctionEngine {
  const settings = withDefaults(options);
  const engine = new ProcessEngine(settings);
  const deadLetters = options.deadLetters ?? createMemoryDeadLetters();
  const queue = options.eventQueue ?? createMemoryEventQueue();
  const { invokeMiddleware = (invoke) => invoke, onEvent } = options;
  const { ports, retryDelaysMs, http, accountId, region } = settings;
  const invoke = invokeMiddleware(engine.invoke, 'Event');
  const delivery = new EventDelivery({ invoke, queue, deadLetters, ports, retryDelaysMs, http, accountId, region, onEvent });
  return {
    invoke: invokeMiddleware(engine.invoke, 'RequestResponse'),
    // middleware sees events, so the gateway has to build them
    ...(options.invokeMiddleware === undefined ? { call: engine.call } : {}),
    invokeAsync: delivery.accept,
    retain: engine.retain,
    close: async (graceMs) => {
      delivery.stop();
      await engine.close(graceMs);
      await delivery.settled();
    },
    resumeEvents: delivery.resume,
    expect: engine.expect,
    prepare: (versions) => {
      delivery.use(versions);
      return engine.prepare(versions);
    },
    deadLetters,
    uses: engine.uses,
    waitingEvents: () => delivery.waiting,
    waitForIdle: delivery.idle,
  };
}
