'use strict';
/** Handlers that Lambda's runtimes treat differently. */

exports.returnsAtOnce = (event) => ({ echo: event });

/** The value is that of setTimeout; the callback has the result. */
exports.returnsBesideCallback = (event, context, callback) => setTimeout(() => callback(null, 'by callback'), 1);

exports.throwsUndefined = () => {
  throw undefined;
};

exports.rejectsWithUndefined = async () => {
  throw undefined;
};

exports.failsWithNothing = (event, context) => {
  setTimeout(() => context.fail(), 1);
};

exports.neverSettles = async () => new Promise(() => undefined);

exports.returnsPromiseThatNeverSettles = () => new Promise(() => undefined);

exports.settlesLate = async (event) => new Promise((resolve) => {
  setTimeout(() => resolve('late'), event.ms);
});

exports.neverSettlesOnDemand = async (event) => (event.isStuck ? new Promise(() => undefined) : 'settled');

exports.takesThree = async (event, context, callback) => typeof callback;

exports.tellsArguments = async (...given) => ({ count: given.length, members: Object.keys(given[1]).sort() });

exports.answersCircular = async () => {
  const value = {};
  value.self = value;
  return value;
};

exports.failsInNode = async () => [1].map(() => Buffer.alloc(-1));

exports.tellsPaths = async () => {
  throw new Error(`code in ${__dirname}, files in ${process.env.TMPDIR}/a.txt`);
};
