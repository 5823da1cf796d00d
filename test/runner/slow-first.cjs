const { default: Sequencer } = require('@jest/test-sequencer');

/*
 * Slow groups of groups.mjs run first. Without known durations jest begins with the largest files, and groups of slow tests
 * are the smallest: a worker would run the last of them alone.
 */
module.exports = class SlowFirst extends Sequencer {
  sort(tests) {
    const isSlow = ({ path }) => path.includes('/slow/');
    const sorted = super.sort(tests);
    return [...sorted.filter(isSlow), ...sorted.filter((test) => !isSlow(test))];
  }
};
