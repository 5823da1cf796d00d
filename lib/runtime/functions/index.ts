import type { FunctionEngine, FunctionVersion } from '../ports';
import { createMemoryDeadLetters, type DeadLetterStore } from '../state/dead-letters';
import { createMemoryEventQueue } from '../state/event-queue';
import { EventDelivery } from './delivery';
import { ProcessEngine } from './engine';
import { withDefaults, type FunctionEngineOptions } from './options';

export type { FunctionEngineOptions, Isolation, OutputLine } from './options';
export { FUNCTION_PERMISSIONS, type FunctionPermission, type FunctionPermissions } from './permissions';

export interface LocalFunctionEngine extends FunctionEngine {
  /** Goes on with the events that an earlier run of the gateway left in the queue; to be called once, after loading. */
  readonly resumeEvents: (versions: readonly FunctionVersion[]) => Promise<void>;
  readonly deadLetters: DeadLetterStore;
  /**
   * Is ready for these versions sooner; to be called at the start and after each change. Warns once, by code, of what this
   * machine cannot enforce. Never rejects.
   */
  readonly prepare: (versions: readonly FunctionVersion[]) => Promise<void>;
  /** Resolves when no event of an asynchronous invocation is tried or waits for its next attempt. */
  readonly waitForIdle: () => Promise<void>;
}

/**
 * The engine that runs functions as child processes of the gateway: each instance has its own environment, memory
 * limit and deadline, reads its own code only, and is killed and replaced when it breaks a limit. It contains mistakes and
 * accidents of dependencies; for code of strangers, Node itself promises nothing: run each in a virtual machine.
 */
export function createFunctionEngine(options: FunctionEngineOptions): LocalFunctionEngine {
  const settings = withDefaults(options);
  const engine = new ProcessEngine(settings);
  const deadLetters = options.deadLetters ?? createMemoryDeadLetters();
  const queue = options.eventQueue ?? createMemoryEventQueue();
  const { invokeMiddleware = (invoke) => invoke } = options;
  const { ports, retryDelaysMs, http, accountId, region } = settings;
  const invoke = invokeMiddleware(engine.invoke, 'Event');
  const delivery = new EventDelivery({ invoke, queue, deadLetters, ports, retryDelaysMs, http, accountId, region });
  return {
    invoke: invokeMiddleware(engine.invoke, 'RequestResponse'),
    // who stands around the invocations sees events, so none may be made on the other side
    ...(options.invokeMiddleware === undefined ? { call: engine.call } : {}),
    invokeAsync: delivery.accept,
    retain: engine.retain,
    close: async (graceMs) => {
      delivery.stop();
      await engine.close(graceMs);
      await delivery.settled();
    },
    resumeEvents: delivery.resume,
    prepare: (versions) => {
      delivery.use(versions);
      return engine.prepare(versions);
    },
    deadLetters,
    waitForIdle: delivery.idle,
  };
}
