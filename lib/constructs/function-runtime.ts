/** Lambda's runtimes of Node.js. A runtime sets how a handler is called and what its return value means, not which Node runs it. */
export enum FunctionRuntime {
  /** Handlers are async or take a callback; a value that another handler returns is ignored. */
  NODEJS_20_X = 'nodejs20.x',
  /** As Node.js 20. */
  NODEJS_22_X = 'nodejs22.x',
  /** Whatever a handler returns is its result; handlers with a callback are refused. */
  NODEJS_24_X = 'nodejs24.x',
}
