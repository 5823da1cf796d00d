'use strict';
/** The ways in which an ordinary handler answers. */

exports.answersAsync = async (event) => ({ echo: event });

exports.answersByCallback = (event, context, callback) => {
  setTimeout(() => callback(null, { echo: event }), 1);
};

exports.failsByCallback = (event, context, callback) => {
  setTimeout(() => callback(new TypeError('by callback')), 1);
};

exports.answersSynchronously = (event) => ({ echo: event });

exports.answersNothing = async () => undefined;

exports.returnsNothing = () => undefined;

exports.answersByDone = (event, context) => {
  setTimeout(() => context.done(null, 'done'), 1);
};

exports.answersBySucceed = (event, context) => {
  setTimeout(() => context.succeed('succeeded'), 1);
};

exports.answersByFail = (event, context) => {
  setTimeout(() => context.fail(new Error('failed')), 1);
};

exports.answersByRestArguments = (...given) => {
  setTimeout(() => given[2](null, given.length), 1);
};

/** The timer keeps the event loop busy after the callback; what it does is still seen. */
exports.waitsForTheEventLoop = (event, context, callback) => {
  const result = { seen: false };
  setTimeout(() => {
    result.seen = true;
  }, 20);
  callback(null, result);
};

exports.doesNotWaitForTheEventLoop = (event, context, callback) => {
  context.callbackWaitsForEmptyEventLoop = false;
  const result = { seen: false };
  setTimeout(() => {
    result.seen = true;
  }, 20);
  callback(null, result);
};

exports.answersTwice = (event, context, callback) => {
  context.callbackWaitsForEmptyEventLoop = false;
  callback(null, 'first');
  callback(null, 'second');
};

exports.tellsContext = async (event, context) => ({
  ...context,
  remainingMs: context.getRemainingTimeInMillis(),
  members: Object.keys(context).sort(),
});

exports.tellsEnvironment = async () => process.env;

exports.tellsSurroundings = async () => ({
  codeDirectory: __dirname, modules: Object.keys(require.cache).filter((file) => !/\/instance(?:-[0-9a-f]+)?\.js$/.test(file)), ownArguments: process.argv.slice(2),
  found: Object.values(require('node:module')._pathCache),
});

exports.tellsProcess = async () => ({
  pid: process.pid, argv: process.argv.slice(2), cwd: process.cwd(), execArgv: process.execArgv,
});

exports.nested = { deeper: { handler: async () => 'nested' } };

exports.notAFunction = 'text';
