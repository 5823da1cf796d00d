/** Every call records that it runs, and then ends its process in the requested way. */
const fs = require('node:fs');

const noteFd = process.env.NOTES === undefined ? undefined : fs.openSync(process.env.NOTES, 'a');
const later = (ms, action) => setTimeout(action, ms);
const pause = (ms) => new Promise((resolve) => later(ms, resolve));
const frame = (kind, nonce, body) => Buffer.from((1 + 16 + body.length).toString(16).padStart(8, '0') + String.fromCharCode(kind) + nonce + body, 'latin1');
const NO_NONCE = '0'.repeat(16);
const EXIT_NOTICE = 7;
const channelFd = 3;
const answerLogFd = 4;
const callSocketFd = 5;
const LARGE = 'x'.repeat(3 * 1024 * 1024);
const error = { errorType: 'Error', errorMessage: 'forged', trace: [] };
const forgery = JSON.stringify({ ...error, error, begun: [] });

const ways = {
  lives: () => undefined,
  exits: () => process.exit(1),
  exitsHard: () => process.reallyExit(3),
  aborts: () => process.abort(),
  throws: () => {
    throw new Error('thrown');
  },
  throwsLater: () => void later(0, () => {
    throw new Error('too late');
  }),
  answersLargeAndExits: () => {
    later(1, () => process.reallyExit(1));
    return LARGE;
  },
  answersLargeAndExitsSoftly: () => {
    setImmediate(() => process.exit(0));
    return LARGE;
  },
  answersAndExits: () => void setImmediate(() => process.exit(0)),
  closesChannel: () => fs.closeSync(channelFd),
  closesChannelAndExits: () => {
    fs.closeSync(channelFd);
    later(1, () => process.exit(1));
    return LARGE;
  },
  closesAnswerLog: () => fs.closeSync(answerLogFd),
  closesCallSocket: () => fs.closeSync(callSocketFd),
  closesEverything: () => {
    for (const fd of [channelFd, answerLogFd, callSocketFd]) fs.closeSync(fd);
    later(1, () => process.exit(1));
  },
  destroysHandles: () => {
    for (const handle of process._getActiveHandles()) handle.destroy?.();
    later(1, () => process.exit(1));
    return LARGE;
  },
  forgesNotice: () => void fs.writeSync(channelFd, frame(EXIT_NOTICE, NO_NONCE, forgery)),
  forgesNoticeAndExits: () => {
    fs.writeSync(channelFd, frame(EXIT_NOTICE, NO_NONCE, forgery));
    process.reallyExit(0);
  },
  forgesNoticeInLog: () => {
    fs.ftruncateSync(answerLogFd, 0);
    fs.writeSync(answerLogFd, frame(EXIT_NOTICE, NO_NONCE, forgery), 0, undefined, 0);
    process.reallyExit(0);
  },
  emptiesLog: () => {
    fs.ftruncateSync(answerLogFd, 0);
    process.reallyExit(0);
  },
  forgesAnswers: () => void fs.writeSync(channelFd, frame(4, 'f'.repeat(16), '{}')),
  writesHalfAFrame: () => {
    fs.writeSync(channelFd, frame(4, NO_NONCE, 'x'.repeat(1000)).subarray(0, 100));
    process.reallyExit(0);
  },
  writesToCallSocket: () => {
    fs.writeSync(callSocketFd, 'x'.repeat(1000));
    process.reallyExit(0);
  },
  readsAhead: () => {
    const buffer = Buffer.alloc(10);
    try {
      fs.readSync(callSocketFd, buffer);
    } catch {
      // nothing waits there
    }
    later(1, () => process.reallyExit(0));
  },
};

exports.ways = Object.keys(ways);

/** The event is that of an engine's test, or that of a gateway. */
exports.handler = async (event) => {
  const { id, way, ms = 0 } = event.queryStringParameters ?? event;
  if (noteFd !== undefined && id !== undefined) fs.writeSync(noteFd, `${id} ${process.pid}\n`);
  if (Number(ms) > 0) await pause(Number(ms));
  const answer = ways[way]();
  return event.queryStringParameters === undefined ? answer ?? id : { statusCode: 200, body: answer ?? id };
};
