import { catalogRows } from '../catalog-row';

/** Errors of functions and the engine that runs them. All become gateway responses; the cause is logged. */
export const FUNCTION_ERRORS = /* @__PURE__ */ catalogRows('function', {
  FUNCTION_ERROR: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} threw {thrown}',
    help: 'See the stack trace in the log.',
  },
  FUNCTION_UNAVAILABLE: {
    gatewayResponse: 'DEFAULT_5XX', status: 501,
    clientMessage: 'Function {name} cannot run here',
    message: 'function {name} cannot run here: {reason}',
    help: 'In a definition, give ProxyFunction.fromFunction entry or code, or stub it in a test. For SAM templates, use sam local.',
  },
  FUNCTION_TIMEOUT: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} did not finish within its timeout of {timeoutMs} ms; its instance was killed and will be replaced',
    help: 'Raise timeout of the function, or find out what it is waiting for.',
  },
  INTEGRATION_TIMEOUT: {
    gatewayResponse: 'INTEGRATION_TIMEOUT',
    message: 'function {name} did not answer within the integration\'s timeout of {timeoutMs} ms; its instance was killed and will be replaced',
    help: 'Raise timeout of the integration (29 s at most on EDGE endpoints), or find out what the function is waiting for.',
  },
  FUNCTION_INIT_FAILED: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} could not be loaded: {reason}',
    help: 'The module threw while loading, or does not export the handler. Check entry and handler.',
  },
  FUNCTION_RUNTIME_MISSING: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} has no program on this machine that runs it: {reason}',
    help: 'Install the program, or activate the environment that has it. The next call looks again; all other functions run.',
  },
  FUNCTION_DEPENDENCIES_MISSING: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'the dependencies of function {name} could not be installed: {reason}',
    help: 'Correct the file, or install them into a virtual environment of the project and leave out --install. The next call tries again; all other functions run.',
  },
  FUNCTION_RUNTIME_DIFFERS: {
    message: 'functions of {runtime} run on {title}: {runtime} is not installed',
    help: 'Install it, or make a virtual environment with it. With --strict-runtimes such functions are refused.',
  },
  FUNCTION_INIT_TIMEOUT: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} did not finish loading: {reason}',
    help: 'Code outside the handler must finish within 10 s.',
  },
  FUNCTION_CRASHED: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'the process of function {name} died: {reason}',
    help: 'The function ended its own process. The next call gets a new one.',
  },
  FUNCTION_OUT_OF_MEMORY: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'function {name} exceeded its memory: {reason}',
    help: 'Raise memorySize, or use less memory.',
  },
  FUNCTION_RESULT_TOO_LARGE: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'the result of function {name} is too large: {reason}',
    help: 'A synchronous function may return 6 MB (6,291,556 bytes).',
  },
  FUNCTION_PROTOCOL_BROKEN: {
    gatewayResponse: 'DEFAULT_5XX', status: 502,
    message: 'the process of function {name} sent an invalid message: {reason}',
    help: 'Code in the function wrote to the runtime\'s channel. Its instance was replaced.',
  },
  FUNCTION_THROTTLED: {
    gatewayResponse: 'INTEGRATION_FAILURE', status: 500,
    clientMessage: 'Internal server error',
    message: 'all {maxInstances} instances of function {name} are busy, and no further call may wait',
    help: 'Raise maxInstances of the function, set functionQueue of the gateway, or slow down the callers.',
  },
  FUNCTION_RESULT_IGNORED: {
    message: 'function {name} returned a value, which Lambda ignores: its handler is not async, so the result is null. Make it async',
    help: 'On nodejs18.x to nodejs22.x only a promise or the callback gives a result. Write async before the handler, or set runtime to nodejs24.x.',
  },
  FUNCTION_NOT_ASYNC: {
    message: 'function {name} returned a value without being async; it is the result here, but Lambda\'s nodejs18.x to nodejs22.x ignore it. Make it async',
    help: 'Write async before the handler. With runtime set, the rules of that runtime apply here as well.',
  },
  ISOLATION_PARTIAL: {
    message: 'functions are not fully isolated on this system; not enforced: {missing}',
    help: 'Use Linux and a current Node, or trust the functions. See docs/concepts/isolation.md.',
  },
  ISOLATION_THREAD: {
    message: 'functions run in threads of the gateway\'s own process, which is for tests only: a crash of native code, memory outside the heap '
      + 'or a signal ends the gateway, and functions read and write what it can',
    help: 'Do not set isolation outside tests: then each instance is a separate process. See docs/guides/testing.md.',
  },
  PYTHON_ENVIRONMENT_UNKNOWN: {
    message: 'the virtual environment of {directory} is not known, so its functions run in another Python: {command} failed: {reason}',
    help: 'Make the environment, for example with poetry install, pipenv install or uv sync, and start again; or make a .venv in the project.',
  },
  DEBUGGER_REFUSED: {
    message: 'refused connections to the debugger port of {name}: {count}; the last: {reason}',
    help: 'Attach a debugger that no function has started, at 127.0.0.1 or localhost. See docs/guides/debug.md.',
  },
  DEBUGGER_NOT_HERE: {
    message: 'no debugger can attach to {names}: {reason}',
    help: 'Install what is missing, name other functions with --function, or log from these. See docs/guides/debug.md.',
  },
  DEBUGGER_UNGUARDED: {
    message: 'every function can connect to the debugger ports and then act as your user: this system does not tell which process connects',
    help: 'Debug only while you trust all functions of the gateway, or use Linux. See docs/guides/debug.md.',
  },
  EVENT_QUEUE_FULL: {
    gatewayResponse: 'THROTTLED',
    message: 'the event for function {name} was rejected: {maxEvents} asynchronous events are already waiting',
    help: 'Raise maxInstances of the function, or slow down the callers.',
  },
  EVENT_NOT_STORED: {
    gatewayResponse: 'DEFAULT_5XX', status: 500,
    message: 'the event for function {name} could not be stored: {reason}',
    help: 'Check space and permissions of the state directory.',
  },
  DESTINATION_FAILED: {
    message: 'the record of a failed event of function {name} could not be delivered to {destination}: {reason}',
    help: 'Nothing is lost: after three attempts the event becomes a dead letter. See synthgate dlq.',
  },
  DEAD_LETTERS_FULL: {
    message: 'the limit of dead letters is reached; the event of function {name} stays in the queue',
    help: 'List the dead letters with synthgate dlq ls, then redrive or remove them.',
  },
  DEAD_LETTER_UNKNOWN: {
    message: 'there is no dead letter "{id}"',
    help: 'synthgate dlq ls lists them; --state selects another state directory.',
  },
  EVENT_UNREADABLE: {
    message: 'a stored event or dead letter cannot be read: {reason}',
    help: 'Restore the file from a backup, or remove it.',
  },
});
