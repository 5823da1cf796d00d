const { setTimeout: wait } = require('node:timers/promises');

exports.well = async () => ({ statusCode: 200, body: 'ok' });

/** Late enough for a disk to be full by then. */
exports.failsLate = async () => {
  await wait(700);
  throw new Error('never works');
};

exports.slow = async () => {
  console.log('slow begins');
  await wait(700);
  return { statusCode: 200, body: 'done' };
};

exports.dies = async () => process.exit(1);
