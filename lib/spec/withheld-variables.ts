/** Variables that change how a process starts rather than what the handler sees; they would also reach the shell that sets the limits. */
const START_OF_A_PROCESS =
  /^(?:LD_.*|DYLD_.*|NODE_(?:OPTIONS|PATH|CHANNEL_FD|CHANNEL_SERIALIZATION_MODE|UNIQUE_ID|V8_COVERAGE|REDIRECT_WARNINGS|REPL_EXTERNAL_MODULE|COMPILE_CACHE|PENDING_DEPRECATION)|BASH_ENV|ENV|IFS|PS4)$/;
/**
 * Variables that the gateway sets itself: the instance's scratch directory, and names that Lambda reserves.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html#configuration-envvars-runtime
 */
const SET_BY_THE_GATEWAY = /^(?:HOME|TMPDIR|AWS_REGION|AWS_DEFAULT_REGION|AWS_EXECUTION_ENV)$/;

/** Names of variables that a function may set. The reserved ones are read by the process before any user code runs, or set by Lambda. */
export const SETTABLE_VARIABLE = /^(?!NODE_OPTIONS$|LD_|AWS_LAMBDA_|_HANDLER$|_X_AMZN_TRACE_ID$|LAMBDA_TASK_ROOT$)[A-Za-z_][A-Za-z0-9_]*$/;

/** Whether the local gateway leaves out a variable of a function's environment. */
export function isWithheldVariable(name: string): boolean {
  return START_OF_A_PROCESS.test(name) || SET_BY_THE_GATEWAY.test(name);
}
