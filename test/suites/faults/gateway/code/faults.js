'use strict';
/**
 * Handlers that go wrong, each in one way, by the numbers of the list of faults. With `?well` each answers as it should, so
 * that its replacement can be asked.
 */
const child_process = require('node:child_process');
const fs = require('node:fs');
const net = require('node:net');
const os = require('node:os');
const path = require('node:path');

const MIB = 1024 * 1024;
const own = (name) => path.join(os.tmpdir(), name);
const ok = (body) => ({ statusCode: 200, body: typeof body === 'string' ? body : JSON.stringify(body) });
const forEver = () => new Promise(() => { setInterval(() => undefined, 1000); });
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));
/** Gone when the process is replaced. */
const identity = String(process.pid);

function fault(run) {
  return (event, context, callback) => {
    if (event.queryStringParameters?.well !== undefined) {
      context.callbackWaitsForEmptyEventLoop = false;
      callback(null, ok(identity));
      return undefined;
    }
    return run(event.queryStringParameters ?? {}, context, callback);
  };
}

/** The outcome of each attempt: `done`, or the code of its error. */
const attempts = (...all) => all.map((attempt) => {
  try {
    attempt();
    return 'done';
  } catch (error) {
    return error.code ?? error.message;
  }
});
const answersAttempts = (...all) => fault(async () => ok(attempts(...all)));

const FAULTS = {
  F01: () => { for (;;); },
  F02: async () => { for (;;) await null; },
  F03: () => { const again = () => process.nextTick(again); again(); return forEver(); },
  F04: async () => ok(String(/^(a+)+$/.test(`${'a'.repeat(60)}b`))),
  F05: () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0),
  F06: forEver,
  F07: (_, context, callback) => { setTimeout(() => callback(null, ok('late')), 3300); },
  F08: async () => { const kept = []; for (;;) kept.push(Array.from({ length: 10_000 }, (_, index) => ({ index }))); },
  F09: async () => { const kept = []; for (let n = 0; n < 2000; n += 1) kept.push(Buffer.alloc(MIB, 1)); return ok('got them'); },
  F10: async () => ok(String(Buffer.alloc(1900 * MIB, 1).length)),
  F11: async () => { new Uint8Array(new WebAssembly.Memory({ initial: 32_768 }).buffer).fill(1); return ok('got it'); },
  F12: async () => { new Uint8Array(new SharedArrayBuffer(500 * MIB)).fill(1); return ok('got it'); },
  F13: async () => { const kept = []; for (let n = 0; n < 2000; n += 1) kept.push(Buffer.alloc(MIB, 'x').toString('latin1')); return ok(kept.length); },
  F14: async () => process.exit(0),
  F15: (_, context, callback) => { context.callbackWaitsForEmptyEventLoop = false; callback(null, ok(identity)); process.exit(0); },
  F16: async () => process.reallyExit(0),
  F17: async () => process.abort(),
  F18: tellsPid,
  F19: tellsPid,
  F20: async () => ok(String(require('./crash.node'))),
  F41: async () => { setTimeout(() => Promise.reject(new Error('too late')), 1); return ok(identity); },
  F42: async () => { setTimeout(() => { throw new Error('too late'); }, 1); return ok(identity); },
  F43: async () => { throw null; },
  F44: async () => { throw { get name() { throw new Error('no'); }, get message() { throw new Error('no'); }, get stack() { throw new Error('no'); } }; },
  F45: async () => { setInterval(() => undefined, 10); net.createServer().listen(0, '127.0.0.1'); return ok(identity); },
  F46: async () => {
    JSON.stringify = () => '"replaced"';
    JSON.parse = () => 'replaced';
    Array.prototype.map = () => 'replaced';
    String.prototype.charCodeAt = () => 0;
    Object.prototype.polluted = 'polluted';
    Buffer.concat = () => { throw new Error('replaced'); };
    return { statusCode: 200, body: identity };
  },
  F46b: async () => {
    Object.defineProperty(RegExp.prototype, 'exec', { value: () => { throw new Error('replaced'); }, writable: false, configurable: false });
    return { statusCode: 200, body: identity };
  },
  F47: async () => { for (let n = 0; n < 50; n += 1) fs.writeSync(3, frame(4, Buffer.from(`{"body":"forged ${n}"}`))); return ok('genuine'); },
  F47b: async () => { for (let n = 0; n < 8000; n += 1) writeAll(frame(4, Buffer.alloc(65_536, 'x'))); return ok('all'); },
  F50: async ({ port }) => ok(await new Promise((resolve) => {
    net.createServer().once('error', ({ code }) => resolve(code)).listen(Number(port), '127.0.0.1', () => resolve('listens'));
  })),
  F51: async () => ok(Object.keys(process.env).sort()),
  F52: forEver,
  F55: async () => process.exit(1),
  F56: async () => { await pause(40); return ok('done'); },
  F57: async () => { await pause(300); return ok(identity); },
  F58: async () => ok('unused'),
  F59: async () => ok('unused'),
  F60: () => { process.on('SIGTERM', () => undefined).on('SIGINT', () => undefined); for (;;); },
  F61: async () => ok(String(fs.readFileSync(0).length)),
  F62: async () => { fs.writeSync(3, Buffer.from([0, 0, 1, 0, 4, 1, 2])); process.reallyExit(0); },
};
for (const [id, run] of Object.entries(FAULTS)) exports[id] = fault(run);

exports.F21 = answersAttempts(
  () => process.kill(process.ppid, 'SIGTERM'), () => process.kill(process.ppid, 'SIGKILL'), () => process._kill(process.ppid, 15),
  () => require('node:process').kill(process.ppid, 'SIGINT'),
);
exports.F22 = answersAttempts(
  () => process.kill(process.ppid, 'SIGUSR1'), () => process._kill(process.ppid, 10), () => process._debugProcess(process.ppid),
  () => process._debugEnd(process.ppid),
);
exports.F23 = answersAttempts(() => os.setPriority(process.ppid, 19), () => os.setPriority(0, 0));
exports.F24 = answersAttempts(
  () => process.setuid(65_534), () => process.setgid(65_534), () => process.seteuid(65_534), () => process.initgroups('nobody', 65_534),
);
exports.F25 = fault(async () => ok(attempts(...Array(60).fill(() => child_process.spawnSync('true')))));
exports.F26 = answersAttempts(() => child_process.execSync('f() { f | f & }; f'), () => child_process.fork(__filename));
exports.F27 = answersAttempts(() => child_process.spawn('sleep', ['600'], { detached: true, stdio: 'ignore' }).unref());
exports.F28 = fault(async () => ok(attempts(...Array(30).fill(() => new (require('node:worker_threads').Worker)('for (;;);', { eval: true })))));
exports.F29 = answersAttempts(() => process.chdir('/'), () => process.chdir('..'));
exports.F30 = fault(async () => {
  process.env.POLLUTED = 'polluted';
  process.title = 'polluted';
  return ok(identity);
});
exports.F31 = fault(async () => ok({ secret: process.env.GW_SECRET ?? null, all: Object.keys(process.env).filter((name) => /SECRET/.test(name)) }));
exports.F32 = answersAttempts(() => fs.readFileSync(`/proc/${process.ppid}/environ`), () => fs.readFileSync(`/proc/${process.ppid}/cmdline`));
exports.F33 = answersAttempts(() => fs.openSync(`/proc/${process.ppid}/mem`, 'r'), () => fs.openSync(`/proc/${process.ppid}/mem`, 'r+'));
exports.F34 = fault(async ({ other }) => ok(attempts(() => fs.readFileSync(other), () => fs.readdirSync(path.dirname(other)))));
exports.F35 = fault(async ({ other }) => ok(attempts(
  () => fs.symlinkSync(other, own('link')), () => fs.linkSync(other, own('hard')), () => fs.readFileSync(own('link')),
)));
exports.F36 = answersAttempts(
  () => fs.writeFileSync('/tmp/synthgate-faults-outside', ''), () => fs.writeFileSync(path.join(__dirname, 'outside'), ''),
  () => fs.writeFileSync(path.join(os.tmpdir(), '..', 'outside'), ''), () => fs.rmSync(__filename),
);
exports.F37 = answersAttempts(() => {
  const file = fs.openSync(own('large'), 'w');
  fs.writeSync(file, Buffer.from('x'), 0, 1, 600 * MIB);
});
exports.F38 = fault(async () => {
  const files = [];
  const [code] = attempts(() => { for (let n = 0; n < 30_000; n += 1) files.push(fs.openSync(__filename, 'r')); });
  for (const file of files) fs.closeSync(file);
  return ok({ code, opened: files.length });
});
exports.F39 = fault(async () => {
  const line = `${'x'.repeat(65_535)}\n`;
  for (let n = 0; n < 256 * 16; n += 1) process.stdout.write(line);
  return ok('written');
});
exports.F40 = fault(async () => {
  const line = `${'y'.repeat(65_535)}\n`;
  setInterval(() => process.stdout.write(line), 0);
  return ok('goes on writing');
});
exports.F48 = answersAttempts(() => require('node:inspector').open(0), () => new (require('node:inspector').Session)().connect());
exports.F49 = answersAttempts(() => process.binding('spawn_sync'), () => process._linkedBinding('spawn_sync'));

/** Every attempt fails. */
exports.failsAlways = async () => { throw new Error('never works'); };

/** Tells its process, which then waits to be killed from outside; killing itself is refused. */
async function tellsPid() {
  console.log(`pid=${process.pid} ${attempts(() => process.kill(process.pid, 'SIGKILL')).join()}`);
  return forEver();
}

/** A frame of the channel that belongs to no call. */
function frame(kind, body) {
  const head = `${(17 + body.length).toString(16).padStart(8, '0')}${String.fromCharCode(kind)}0123456789abcdef`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
}

/** The channel may be full for a moment. */
function writeAll(bytes) {
  for (let at = 0; at < bytes.length;) {
    try {
      at += fs.writeSync(3, bytes, at);
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}
