/** Variables that change how a process starts rather than what the handler sees; they would also reach the shell that sets the limits. */
const START_OF_A_PROCESS =
  /^(?:LD_.*|DYLD_.*|NODE_(?:OPTIONS|PATH|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|V8_COVERAGE|REDIRECT_WARNINGS|REPL_EXTERNAL_MODULE|COMPILE_CACHE|PENDING_DEPRECATION)|BASH_ENV|ENV|IFS|PS4)$/;
/**
 * Variables that the gateway sets itself: the instance's scratch directory, and names that Lambda reserves. The reserved names that
 * a spec may not contain at all are in `function.ts`.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
const SET_BY_THE_GATEWAY = /^(?:HOME|TMPDIR|AWS_REGION|AWS_DEFAULT_REGION|AWS_EXECUTION_ENV)$/;

/** Names that Lambda sets itself or that a function may not set at all. */
const RESERVED = /^(?:NODE_OPTIONS$|LD_|AWS_LAMBDA_|_HANDLER$|_X_AMZN_TRACE_ID$|LAMBDA_TASK_ROOT$)/;

/** Whether a name may not be a variable of a function at all: the process reads it before any user code runs, or Lambda sets it. */
export function isReservedVariable(name: string): boolean {
  return RESERVED.test(name);
}

/** Whether the local gateway leaves out a variable of a function's environment. */
export function isWithheldVariable(name: string): boolean {
  return START_OF_A_PROCESS.test(name) || SET_BY_THE_GATEWAY.test(name);
}
