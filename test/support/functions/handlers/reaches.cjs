'use strict';
/** Handlers that try to reach beyond their own process. */
const fs = require('node:fs');
const os = require('node:os');
const path = require('node:path');

const own = (name) => path.join(os.tmpdir(), name);

const ATTEMPTS = {
  readCode: () => fs.readFileSync(__filename),
  writeTemporary: () => fs.writeFileSync(own('file'), 'text'),
  readTemporary: () => fs.readFileSync(own('file')),
  environment: () => {
    if ('GATEWAY_SECRET' in process.env) throw new Error('inherited');
  },
  readOutside: ({ outside }) => fs.readFileSync(outside),
  existenceOutside: ({ outside }) => fs.realpathSync(outside),
  listOutside: ({ outside }) => fs.readdirSync(path.dirname(outside)),
  writeOutside: ({ written }) => fs.writeFileSync(written ?? '/tmp/synthgate-outside', 'text'),
  writeCode: () => fs.openSync(__filename, 'r+'),
  linkOut: ({ outside }) => fs.symlinkSync(outside, own('link')),
  readEnvironmentOfGateway: () => fs.readFileSync(`/proc/${process.ppid}/environ`),
  readMemoryOfGateway: () => fs.openSync(`/proc/${process.ppid}/mem`, 'r'),
  startProcess: () => require('node:child_process').spawnSync('true'),
  startWorker: () => new (require('node:worker_threads').Worker)('', { eval: true }),
  openInspector: () => require('node:inspector').open(0),
  binding: () => process.binding('fs'),
  loadAddon: () => process.dlopen({ exports: {} }, __filename),
  startWasi: () => new (require('node:wasi').WASI)({ version: 'preview1' }),
  leaveDirectory: () => process.chdir('/'),
  signalGateway: () => process.kill(process.ppid, 'SIGUSR1'),
  changeUser: () => process.setuid(65_534),
  changePriority: () => os.setPriority(process.ppid, 19),
};

exports.attempts = async (event) => ({ ...come(event), codeDirectory: __dirname });

const come = (event) => Object.fromEntries(Object.entries(ATTEMPTS).map(([name, attempt]) => {
  try {
    attempt(event);
    return [name, 'done'];
  } catch (error) {
    return [name, error.code ?? error.message];
  }
}));

exports.readsOutside = async ({ outside }) => fs.readFileSync(outside, 'utf8');

/** With a process of its own, which is outside the permission model. */
exports.throughShell = async ({ record }) => {
  const run = (...command) => (require('node:child_process').spawnSync(...command).status === 0 ? 'done' : 'refused');
  return {
    uid: process.getuid(),
    read: run('cat', [record]),
    list: run('ls', [path.dirname(record)]),
    write: run('sh', ['-c', 'echo >> "$1"', 'sh', record]),
    own: run('sh', ['-c', 'echo > "$TMPDIR/own"']),
  };
};
