'use strict';
/** Handlers that fail, each in one way. */
const fs = require('node:fs');
const { spawn } = require('node:child_process');

exports.throws = async () => {
  throw new RangeError('out of range');
};

exports.throwsSynchronously = () => {
  throw new Error('at once');
};

exports.throwsNull = async () => {
  throw null;
};

exports.throwsText = async () => {
  throw 'just text';
};

exports.throwsUnreadable = async () => {
  const unreadable = { get name() { throw new Error('no name'); }, get message() { throw new Error('no message'); }, stack: '' };
  throw unreadable;
};

exports.loopsForEver = () => {
  for (;;);
};

exports.loopsInMicrotasks = async () => {
  for (;;) await null;
};

/** Whoever waits for it waits for the timer as well. */
exports.neverAnswers = () => new Promise(() => {
  setInterval(() => undefined, 1000);
});

exports.exits = async () => process.exit(0);

exports.exitsAfterAnswering = (event, context, callback) => {
  context.callbackWaitsForEmptyEventLoop = false;
  callback(null, 'answered');
  process.exit(0);
};

exports.killsItself = async () => {
  spawn('/bin/sh', ['-c', `kill -9 ${process.pid}`]);
  return new Promise(() => undefined);
};

exports.fillsHeap = async () => {
  const kept = [];
  for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index, text: `${index}` })));
};

exports.fillsBuffers = async () => {
  const kept = [];
  for (let index = 0; index < 3000; index += 1) kept.push(Buffer.alloc(1024 * 1024, 1));
  return kept.length;
};

exports.answersTooMuch = async () => 'x'.repeat(6_291_555);

exports.answersAsMuchAsAllowed = async () => 'x'.repeat(6_291_554);

exports.answersBigInt = async () => ({ value: 1n });

exports.answersCircular = async () => {
  const value = {};
  value.self = value;
  return value;
};

exports.answersThrowingGetter = async () => ({ get value() { throw new Error('unreadable'); } });

exports.rejectsLate = async () => {
  setTimeout(() => Promise.reject(new Error('too late')), 1);
  return 'answered';
};

exports.throwsLate = async () => {
  setTimeout(() => {
    throw new Error('too late');
  }, 1);
  return 'answered';
};

exports.throwsBesides = () => new Promise(() => {
  setTimeout(() => {
    throw new Error('beside the promise');
  }, 1);
});

exports.rejectsBesides = () => new Promise(() => {
  Promise.reject(new Error('unhandled'));
});

exports.writesRubbish = async () => {
  fs.writeSync(3, Buffer.alloc(64, 0xff));
  return new Promise(() => undefined);
};

exports.forgesAnswers = async () => {
  for (let index = 0; index < 50; index += 1) {
    const body = '"forged"';
    const frame = `${(17 + body.length).toString(16).padStart(8, '0')}\u00040123456789abcdef${body}`;
    fs.writeSync(3, frame);
  }
  return 'genuine';
};

exports.replacesIntrinsics = async () => {
  JSON.stringify = () => '"replaced"';
  JSON.parse = () => 'replaced';
  Object.prototype.polluted = 'polluted';
  String.prototype.charCodeAt = () => 0;
  Array.prototype.map = () => 'replaced';
  return { genuine: true };
};

exports.replacesSets = async () => {
  for (const name of ['add', 'delete', 'has']) Set.prototype[name] = () => { throw new Error('replaced'); };
  await new Promise((resolve) => setTimeout(resolve, 60)); // the host looks at calls that take longer than 20 ms
  return { genuine: true };
};

exports.signalsTheGateway = async () => {
  const attempts = [
    () => process.kill(process.ppid, 'SIGUSR1'),
    () => process._kill(process.ppid, 10),
    () => process._debugProcess(process.ppid),
    () => require('node:process').kill(process.ppid, 0),
  ];
  return attempts.map((attempt) => {
    try {
      attempt();
      return 'done';
    } catch (error) {
      return error.code;
    }
  });
};

exports.leavesChild = async () => {
  const child = spawn('sleep', ['600'], { stdio: 'inherit' });
  return child.pid;
};

exports.writesFlood = async () => {
  for (let index = 0; index < 64; index += 1) console.log('x'.repeat(64 * 1024));
  return 'done';
};

exports.writes = async (event) => {
  console.log(`to stdout ${event.n}`);
  console.error(`to stderr ${event.n}`);
  process.stdout.write(`no line end ${event.n}`);
  return event.n;
};

exports.tellsPidOrLoops = async (event) => {
  while (event.loops);
  return process.pid;
};

exports.tellsPidOrExits = async (event) => (event.exits ? process.exit(1) : process.pid);

/** Fast calls, until one is told to loop forever or to crash; each records that it ran. */
exports.notesAndBreaks = async (event) => {
  if (event.place !== undefined) fs.appendFileSync(event.place, `${event.name}\n`);
  if (event.loops) for (;;);
  if (event.crashes) process.reallyExit(3);
  return event.name;
};
