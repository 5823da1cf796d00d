'use strict';
/** Handlers that write files without Node's file functions. */
const { Server, Socket } = require('node:net');
const os = require('node:os');
const path = require('node:path');
const v8 = require('node:v8');
const { come } = require('./come.cjs');

const listen = (name) => new Promise((resolve, reject) => {
  const server = new Server();
  server.once('error', reject);
  server.listen(name, () => server.close(resolve));
});

const bind = (name) => {
  const socket = new Socket();
  socket.on('error', () => undefined);
  socket.connect({ path: '/nonexistent' });
  const Pipe = socket._handle.constructor;
  new Pipe(1).bind(name);
};

const inOther = (other, name) => path.join(other, name);

const ATTEMPTS = {
  socketInOwn: () => listen(path.join(os.tmpdir(), 'own.sock')),
  socketOutside: ({ other }) => listen(inOther(other, 'outside.sock')),
  socketThroughHandle: ({ other }) => bind(inOther(other, 'handle.sock')),
  socketThroughDots: ({ other }) => listen(`${os.tmpdir()}${'/..'.repeat(10)}${other}/dots.sock`),
  socketBehindZero: ({ other }) => bind(`${inOther(other, 'zero.sock')}\0/${path.relative(other, os.tmpdir())}/x`),
  socketRelative: () => {
    const { cwd } = process;
    process.cwd = () => os.tmpdir();
    try {
      bind('relative.sock');
    } finally {
      process.cwd = cwd;
    }
  },
  traceEvents: () => require('node:trace_events').createTracing({ categories: ['node.fs'] }).enable(),
  heapSnapshot: ({ other }) => v8.writeHeapSnapshot(inOther(other, 'own.heapsnapshot')),
  heapSnapshotNearLimit: () => v8.setHeapSnapshotNearHeapLimit(1),
  compilerTrace: ({ other }) => {
    v8.setFlagsFromString(`--trace-turbo-path=${other}`);
    v8.setFlagsFromString('--trace-turbo');
    v8.setFlagsFromString('--trace-turbo-filter=~');
  },
  compilerTraceWithPatchedMembers: ({ other }) => {
    const { includes } = Array.prototype;
    Array.prototype.includes = () => true;
    try {
      v8.setFlagsFromString(`--trace-turbo-path=${other}`);
    } finally {
      Array.prototype.includes = includes;
    }
  },
  report: ({ other }) => process.report.writeReport(inOther(other, 'report.json')),
  database: ({ other }) => {
    const { DatabaseSync } = require('node:sqlite');
    new DatabaseSync(':memory:').exec(`ATTACH '${inOther(other, 'own.db')}' AS own; CREATE TABLE own.a (b)`);
  },
  exposeGc: () => v8.setFlagsFromString('--expose-gc'),
};

exports.attempts = (event) => come(ATTEMPTS, event);
