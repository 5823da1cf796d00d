import type { CatalogRow } from '../catalog-row';

/** Errors of functions and of the engine that runs them. All become gateway responses; the cause goes to the log. */
export const FUNCTION_ERRORS = {
  FUNCTION_ERROR: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} threw {errorMessage}',
    help: 'Look at the function\'s stack trace in the log.',
  },
  FUNCTION_EXTERNAL: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 503,
    message: 'function {name} is {construct}, which exists elsewhere and has no code here',
    help: 'Give ProxyFunction.fromFunction an entry or a code directory as a stand-in, or createTestGateway a stub.',
  },
  FUNCTION_TIMEOUT: {
    kind: 'function', exitCode: 1, gatewayResponse: 'INTEGRATION_TIMEOUT',
    message: 'function {name} gave no answer within {timeoutMs} ms; its instance was killed and is replaced',
    help: 'Raise timeout of the function (at most the integration\'s 29 s), or find out what it waits for.',
  },
  FUNCTION_INIT_FAILED: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} could not be loaded: {reason}',
    help: 'The module threw while loading, or does not export the handler. Check entry and handler.',
  },
  FUNCTION_INIT_TIMEOUT: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} did not finish loading: {reason}',
    help: 'Code outside the handler must finish within 10 s.',
  },
  FUNCTION_CRASHED: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'the process of function {name} died: {reason}',
    help: 'The function ended its own process. A new one takes the next call.',
  },
  FUNCTION_OUT_OF_MEMORY: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} used more than its memory: {reason}',
    help: 'Raise memorySize, or keep less in memory.',
  },
  FUNCTION_RESULT_TOO_LARGE: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} returned too much: {reason}',
    help: 'A synchronous function may return 6 MB (6,291,556 bytes).',
  },
  FUNCTION_PROTOCOL_BROKEN: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'the process of function {name} sent something that is not a valid answer: {reason}',
    help: 'Code in the function wrote to the channel of the runtime. Its instance was replaced.',
  },
  FUNCTION_THROTTLED: {
    kind: 'function', exitCode: 1, gatewayResponse: 'THROTTLED',
    message: 'all {maxInstances} instances of function {name} are busy and its queue is full',
    help: 'Raise maxInstances of the function, or slow the callers down.',
  },
  ISOLATION_PARTIAL: {
    kind: 'function', exitCode: 1,
    message: 'functions are isolated less than they could be; not enforced here: {missing}',
    help: 'Use Linux and a current Node, or trust the functions. See docs/functions.md.',
  },
  ISOLATION_THREAD: {
    kind: 'function', exitCode: 1,
    message: 'functions run in threads of the gateway\'s own process, which is for tests only: a crash of native code, memory outside the heap '
      + 'or a signal ends the gateway, and functions read and write what it can',
    help: 'Leave isolation out outside of tests: then each instance is a process of its own. See docs/testing.md.',
  },
  EVENT_QUEUE_FULL: {
    kind: 'function', exitCode: 1, gatewayResponse: 'THROTTLED',
    message: 'the event for function {name} is refused: {maxEvents} events of asynchronous invocations wait already',
    help: 'Raise maxInstances of the function, or slow the callers down.',
  },
  EVENT_NOT_STORED: {
    kind: 'function', exitCode: 1, gatewayResponse: 'DEFAULT_5XX', status: 500,
    message: 'the event for function {name} could not be kept: {reason}',
    help: 'Check space and permissions of the state directory.',
  },
  DESTINATION_FAILED: {
    kind: 'function', exitCode: 1,
    message: 'the record of a failed event of function {name} could not be delivered to {destination}: {reason}',
    help: 'Nothing is lost: after three attempts the event is kept as a dead letter. Look at it with synthgate dlq.',
  },
  DEAD_LETTERS_FULL: {
    kind: 'function', exitCode: 1,
    message: 'there is no room for another dead letter of function {name}; its event stays in the queue',
    help: 'Look at the dead letters with synthgate dlq, and redrive or remove those that are dealt with.',
  },
  DEAD_LETTER_UNKNOWN: {
    kind: 'function', exitCode: 1,
    message: 'there is no dead letter "{id}"',
    help: 'synthgate dlq ls lists those there are; --state names another state directory.',
  },
  EVENT_UNREADABLE: {
    kind: 'function', exitCode: 1,
    message: 'a kept event or dead letter cannot be read: {reason}',
    help: 'Restore the file from a backup, or remove it.',
  },
} as const satisfies Record<string, CatalogRow>;
