'use strict';
/** Handlers that meet others, to show what runs at the same time. */
const fs = require('node:fs');
const path = require('node:path');

let running = 0;

/** Answers when as many calls as `event.expected` run in this process. */
exports.meetsInProcess = async (event) => {
  running += 1;
  while (running < event.expected) await pause();
  return { pid: process.pid, running };
};

/** Answers when the directory `event.place` holds as many names as `event.expected`, its own included. */
exports.meetsInPlace = async (event) => {
  fs.writeFileSync(path.join(event.place, event.name), '');
  while (fs.readdirSync(event.place).length < event.expected) await pause();
  return { pid: process.pid };
};

/** Says in the directory that it has begun, then waits for the name `go`, or for ever. */
exports.waitsToGo = async (event) => {
  fs.writeFileSync(path.join(event.place, event.name), '');
  while (!fs.existsSync(path.join(event.place, 'go'))) await pause();
  return event.name;
};

/** With a place, `waitsToGo`; otherwise answers at once. */
exports.answersFastOrWaits = async (event) => (event.place === undefined ? 'fast' : exports.waitsToGo(event));

/** Fails until the file has as many lines as `event.failures`. */
exports.failsAtFirst = async (event) => {
  fs.appendFileSync(event.file, 'attempt\n');
  const attempts = fs.readFileSync(event.file, 'utf8').split('\n').length - 1;
  if (attempts <= event.failures) throw new Error(`attempt ${attempts}`);
  return attempts;
};

/** Writes each event, with the id of its request, on a line of the file NOTES. */
exports.notes = async (event, { awsRequestId }) => {
  fs.appendFileSync(process.env.NOTES, `${JSON.stringify({ awsRequestId, event })}\n`);
};

const pause = () => new Promise((resolve) => setTimeout(resolve, 2));
