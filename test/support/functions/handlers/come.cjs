'use strict';

/** Makes each attempt. Answers by their names: `done`, or the code of the error. */
exports.come = async (attempts, event) => {
  const came = {};
  for (const [name, attempt] of Object.entries(attempts)) {
    try {
      await attempt(event);
      came[name] = 'done';
    } catch (error) {
      came[name] = error.code ?? error.message;
    }
  }
  return came;
};
