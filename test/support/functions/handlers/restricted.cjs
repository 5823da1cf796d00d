'use strict';
/** Attempts at everything that is taken from functions, each by the name of its restriction or of the permission that gives it. */
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');
const v8 = require('node:v8');
const { come } = require('./come.cjs');

const listen = (name) => new Promise((resolve, reject) => {
  const server = net.createServer();
  server.once('error', reject);
  server.listen(name, () => server.close(resolve));
});

const RESTRICTED = {
  'process.kill': () => process.kill(process.ppid, 0),
  'process._kill': () => process._kill(process.ppid, 0),
  'process._debugProcess': () => process._debugProcess(process.ppid),
  'process._debugEnd': () => process._debugEnd(),
  'process.binding': () => process.binding('fs'),
  'process._linkedBinding': () => process._linkedBinding('fs'),
  'process.setuid': () => process.setuid(65_534),
  'process.setgid': () => process.setgid(65_534),
  'process.seteuid': () => process.seteuid(65_534),
  'process.setegid': () => process.setegid(65_534),
  'process.setgroups': () => process.setgroups([65_534]),
  'process.initgroups': () => process.initgroups(65_534, 65_534),
  'process.dlopen': () => process.dlopen({ exports: {} }, __filename),
  'os.setPriority': () => os.setPriority(process.pid, 19),
  'v8.setFlagsFromString': () => v8.setFlagsFromString('--stack-trace-limit=10'),
  'v8.setHeapSnapshotNearHeapLimit': () => v8.setHeapSnapshotNearHeapLimit(1),
  'trace_events.createTracing': () => require('node:trace_events').createTracing({ categories: ['node.fs'] }),
  'process.report.reportOnFatalError': () => {
    process.report.reportOnFatalError = true;
  },
  'socket files outside of TMPDIR': ({ other }) => listen(path.join(other, 'outside.sock')),
};

/** Abilities by permission; a Node that does not know one of them has nothing to refuse. */
const PERMITTED = {
  'files: read': ({ other }) => fs.readFileSync(path.join(other, 'record')),
  'files: write': ({ other }) => fs.writeFileSync(path.join(other, 'written'), ''),
  'files: heap snapshot': ({ other }) => v8.writeHeapSnapshot(path.join(other, 'own.heapsnapshot')),
  'child-process: spawn': () => {
    const { error } = require('node:child_process').spawnSync('true');
    if (error !== undefined) throw error;
  },
  'worker-threads: Worker': () => void new (require('node:worker_threads').Worker)('', { eval: true }),
  'worker-threads: module.register': () => require('node:module').register('data:text/javascript,'),
  'wasi: WASI': () => new (require('node:wasi').WASI)({ version: 'preview1' }),
};
/** Abilities by permission that a thread would share with the gateway. */
const PERMITTED_IN_PROCESSES = {
  'files: report': ({ other }) => process.report.writeReport(path.join(other, 'report.json')),
  'inspector: open': () => require('node:inspector').open(0),
  'inspector: Session': () => new (require('node:inspector').Session)().connect(),
};

/** Own abilities, which nothing may take away. */
const OWN = {
  'own socket file': () => listen(path.join(os.tmpdir(), 'own.sock')),
  'own file': () => fs.writeFileSync(path.join(os.tmpdir(), 'file'), ''),
  'expose-gc': () => v8.setFlagsFromString('--expose-gc'),
};

exports.attempts = async (event) => {
  if (event.exits) process.exit(1);
  return {
    codeDirectory: __dirname,
    // where Node has found modules, it remembers
    hasRehearsed: Object.values(require('node:module')._pathCache).some((file) => file.endsWith(path.join('rehearsal', 'common.js'))),
    uid: process.getuid(),
    restricted: await come(RESTRICTED, event),
    permitted: await come({ ...PERMITTED, ...(event.isThread ? {} : PERMITTED_IN_PROCESSES) }, event),
    own: await come(OWN, event),
  };
};
