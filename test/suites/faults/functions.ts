// F01–F62: what a function does wrong, and what must come of it.
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import path from 'node:path';
import { until } from '../until';
import { checkResponse } from './check';
import { exchange } from './exchange';
import {
  ANY_PID, CRASHED, checkWell, fault, isReaped, logged, NO_MEMORY, outputWasCut, THREW, TIMED_OUT, wasReplaced, type Failed,
} from './fault';
import type { FaultCase, FaultTarget } from './fault-case';
import { isRunning } from './serve-gateway';

/** Every attempt of the handler was refused. */
const DENIED = { body: /^\["(?:ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED)"(?:,"(?:ERR_ACCESS_DENIED|ERR_DLOPEN_DISABLED)")*\]$/ };

export const FUNCTION_CASES: readonly FaultCase[] = [
  fault('F01', 'for (;;)', TIMED_OUT),
  fault('F02', 'endless microtasks', TIMED_OUT),
  fault('F03', 'endless nextTick', TIMED_OUT),
  fault('F04', 'a regular expression that backtracks for ever', TIMED_OUT),
  fault('F05', 'Atomics.wait for ever', TIMED_OUT),
  fault('F06', 'a promise that never settles', TIMED_OUT),
  fault('F07', 'a reply after the timeout', TIMED_OUT),
  fault('F08', 'a full heap', { status: 502, code: 'FUNCTION_OUT_OF_MEMORY' }),
  fault('F09', '2,000 buffers of 1 MB', NO_MEMORY),
  fault('F10', 'one buffer of 1.9 GB', NO_MEMORY),
  fault('F11', '2 GB of WebAssembly memory', NO_MEMORY),
  fault('F12', 'a SharedArrayBuffer of 500 MB', NO_MEMORY),
  fault('F13', 'external strings', NO_MEMORY),
  fault('F14', 'process.exit before the reply', CRASHED),
  fault('F15', 'process.exit after the reply', ANY_PID),
  fault('F16', 'process.reallyExit', CRASHED),
  fault('F17', 'process.abort', CRASHED),
  killed('F18', 'SIGSEGV', 'SIGSEGV'),
  killed('F19', 'SIGKILL', 'SIGKILL'),
  fault('F20', 'a native addon', THREW),
  fault('F21', 'signals to the gateway', DENIED),
  { id: 'F22', title: 'SIGUSR1 to the gateway, by a function and by another process', run: opensNoInspector },
  fault('F23', 'another priority for the gateway', DENIED),
  fault('F24', 'another user', DENIED),
  fault('F25', '60 processes', DENIED),
  fault('F26', 'a fork bomb', DENIED),
  fault('F27', 'a detached daemon', DENIED),
  fault('F28', '30 worker threads', DENIED),
  fault('F29', 'another working directory', DENIED),
  fault('F30', 'a changed environment', ANY_PID),
  fault('F31', 'a secret of the gateway\'s environment', { body: '{"secret":null,"all":[]}' }),
  fault('F32', 'the gateway\'s environment in /proc', DENIED),
  fault('F33', 'the gateway\'s memory in /proc', DENIED),
  fault('F34', 'the code of another function', DENIED, { query: neighborFile }),
  fault('F35', 'a link out of its directory', { body: /^\["ERR_ACCESS_DENIED","ERR_ACCESS_DENIED","ENOENT"\]$/ }, { query: neighborFile }),
  fault('F36', 'writing outside its directory', DENIED),
  fault('F37', 'a file that fills the disk', { body: '["EFBIG"]' }),
  fault('F38', '30,000 descriptors', { body: /^\{"code":"EMFILE","opened":2\d\d\}$/ }),
  fault('F39', '256 MB of output', { body: 'written' }, { then: outputWasCut }),
  fault('F40', 'endless output after the reply', { body: 'goes on writing' }, { then: outputWasCut }),
  fault('F41', 'a rejection nobody handles, after the reply', ANY_PID, { then: wasReplaced }),
  fault('F42', 'an error in a timer, after the reply', ANY_PID, { then: wasReplaced }),
  fault('F43', 'throw null', THREW),
  fault('F44', 'an error that cannot be read', THREW),
  fault('F45', 'timers and servers left open', ANY_PID, { then: isReaped }),
  fault('F46', 'replaced intrinsics', ANY_PID, { then: answersUnknownHeaders }),
  fault('F46b', 'intrinsics replaced for good', ANY_PID, { then: givesWay }),
  fault('F47', '50 forged replies', { body: 'genuine' }),
  fault('F47b', '500 MB of forged replies', { status: 502, code: 'FUNCTION_PROTOCOL_BROKEN' }),
  fault('F48', 'the inspector', DENIED),
  fault('F49', 'internal bindings', DENIED),
  fault('F50', 'the gateway\'s port', { body: 'EADDRINUSE' }, { query: ({ port }) => `port=${port}` }),
  fault('F51', 'a token of the gateway\'s environment', { body: /^\["AWS_DEFAULT_REGION",(?!.*TOKEN)(?!.*SECRET).*\]$/ }),
  fault('F52', 'top-level await for ever', { status: 502, code: 'FUNCTION_INIT_TIMEOUT' }, { isWellAfter: false }),
  fault('F53', 'an error at the top level', { status: 502, code: 'FUNCTION_INIT_FAILED' }, { isWellAfter: false }),
  fault('F54', 'no such export', { status: 502, code: 'FUNCTION_INIT_FAILED' }, { isWellAfter: false }),
  { id: 'F55', title: '100 crashes in a row', run: crashLoop },
  { id: 'F56', title: 'more calls than instances and queue take', run: tooManyCalls },
  { id: 'F57', title: 'clients that leave during the call', run: clientsLeave },
  { id: 'F58', title: 'an asynchronous call that always fails', isAlone: true, run: becomesDeadLetter },
  { id: 'F59', title: 'dead letters that cannot be written', isAlone: true, run: cannotStore },
  fault('F60', 'SIGTERM ignored', TIMED_OUT),
  fault('F61', 'reading standard input', { body: '0' }),
  fault('F62', 'a part of a frame, then the end', CRASHED),
];

/** The handler cannot signal itself, so the signal comes from here, in the middle of its call. */
function killed(id: string, title: string, signal: NodeJS.Signals): FaultCase {
  const run = async (gateway: FaultTarget): Promise<readonly string[]> => {
    const call = exchange(gateway, `/prod/faults/${id}`);
    const line = await until(() => gateway.entries.find((entry) => entry.function === id && /^pid=\d+/.test(entry.message)));
    if (line === undefined) {
      call.catch(() => undefined);
      return ['the handler does not print its process id'];
    }
    const [, pid, attempt] = /^pid=(\d+) (\S+)/.exec(line.message) ?? [];
    process.kill(Number(pid), signal);
    const response = await call;
    return [
      ...checkResponse(response, { status: 502, code: 'FUNCTION_CRASHED' }, { entries: await logged(gateway, response), id }),
      ...(attempt === 'ERR_ACCESS_DENIED' ? [] : [`killing itself gave ${attempt}`]),
      ...await checkWell(gateway, id),
    ];
  };
  return { id, title: `its end by ${title}`, run };
}

async function opensNoInspector(gateway: FaultTarget): Promise<readonly string[]> {
  const problems = await fault('F22', '', DENIED).run(gateway);
  process.kill(gateway.pid, 'SIGUSR1');
  // the response to a later request comes after the signal was seen
  const afterwards = await checkWell(gateway, 'F22');
  const opened = gateway.errors().includes('Debugger listening') ? ['the gateway has opened its inspector'] : [];
  return [...problems, ...afterwards, ...opened];
}

/** The code of the neighbor as the gateway keeps it; the directories of instances come and go beside it. */
function neighborFile({ temporary }: FaultTarget): string {
  // a directory may go while it is looked at
  const below = (directory: string) => (existsSync(directory) ? readdirSync(directory).map((name) => path.join(directory, name)) : []);
  const copies = below(temporary).filter((name) => !path.basename(name).startsWith('synthgate-functions-')).flatMap(below);
  const file = copies.map((copy) => path.join(copy, 'neighbor.js')).find((name) => existsSync(name));
  if (file === undefined) throw new Error(`the code of the neighbor is in none of ${copies.join(', ')}`);
  return `other=${encodeURIComponent(file)}`;
}

/** Headers that the instance has not seen take more code than those that it has. */
async function answersUnknownHeaders(gateway: FaultTarget, { id, response }: Failed): Promise<readonly string[]> {
  const next = await exchange(gateway, `/prod/faults/${id}?well=1`, { line: 'X-Unknown: 1' });
  return next.body === response.body ? [] : [`the next call did not run in the same instance: status ${next.status}`];
}

/** The next call ends the instance, which can build no event any more. */
async function givesWay(gateway: FaultTarget, { id, response }: Failed): Promise<readonly string[]> {
  const next = await exchange(gateway, `/prod/faults/${id}?well=1`);
  const problems = checkResponse(next, CRASHED, { entries: await logged(gateway, next), id });
  const isGone = await until(() => !isRunning(Number(response.body)));
  const isNamed = await until(() => gateway.entries.some((entry) => entry.function === id && entry.message.includes('RegExp.prototype.exec')));
  return [...problems, ...(isGone ? [] : ['the instance goes on']), ...(isNamed ? [] : ['the log does not say what was replaced'])];
}

async function crashLoop(gateway: FaultTarget): Promise<readonly string[]> {
  const problems: string[] = [];
  const startedAt = performance.now();
  for (let count = 0; count < 100; count += 1) {
    const { status } = await exchange(gateway, '/prod/faults/F55');
    if (status !== 502) problems.push(`call ${count}: status ${status}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const ended = gateway.entries.filter((entry) => entry.function === 'F55' && /^an instance of function F55 ended/.test(entry.message)).length;
  // the first crashes are free
  if (ended > 4 + 2 * seconds) problems.push(`${ended} instances were started within ${seconds.toFixed(1)} s`);
  return problems;
}

async function tooManyCalls(gateway: FaultTarget): Promise<readonly string[]> {
  const responses = await Promise.all(Array.from({ length: 150 }, () => exchange(gateway, '/prod/faults/F56')));
  const count = (status: number) => responses.filter((response) => response.status === status).length;
  const problems = responses.flatMap((response) => checkResponse(response, { status: [200, 500], code: 'FUNCTION_THROTTLED' }, { entries: gateway.entries, id: 'F56' }));
  // one instance, a place in it, and a queue of 100; places become free while the calls come in
  if (count(200) < 101 || count(500) === 0) problems.push(`${count(200)} succeeded and ${count(500)} were refused`);
  return [...problems, ...await checkWell(gateway, 'F56')];
}

async function clientsLeave(gateway: FaultTarget): Promise<readonly string[]> {
  for (let count = 0; count < 5; count += 1) {
    await new Promise<unknown>((resolve) => {
      const call = request({ host: gateway.host, port: gateway.port, path: '/prod/faults/F57' });
      call.on('error', resolve).on('close', resolve);
      call.on('socket', (socket) => socket.on('connect', () => setImmediate(() => call.destroy())));
      call.end();
    });
  }
  const problems = await checkWell(gateway, 'F57');
  const defects = gateway.entries.filter(({ message, code }) => /write after end|ERR_STREAM|ERR_HTTP/.test(`${message} ${code}`));
  return [...problems, ...defects.map(({ message }) => `the log says: ${message}`)];
}

const deadLettersOf = ({ directory }: FaultTarget) => path.join(directory, 'gateway.state', 'dead-letters');

async function becomesDeadLetter(gateway: FaultTarget): Promise<readonly string[]> {
  const { status } = await exchange(gateway, '/prod/F58-events', { method: 'POST' });
  const problems = status === 202 ? [] : [`status ${status} instead of 202`];
  const files = () => readdirSync(deadLettersOf(gateway)).filter((name) => name.endsWith('.json'));
  const [file] = await until(() => (files().length > 0 ? files() : undefined)) ?? [];
  if (file === undefined) return [...problems, 'there is no dead letter'];
  const { functionName, attempts } = JSON.parse(readFileSync(path.join(deadLettersOf(gateway), file), 'utf8')) as DeadLetter; // the gateway wrote it
  if (functionName !== 'F58Events' || attempts !== 3) problems.push(`the dead letter is of ${functionName} after ${attempts} attempts`);
  const events = path.join(gateway.directory, 'gateway.state', 'events');
  await until(() => readdirSync(events).length === 0);
  if (files().length !== 1) problems.push(`there are ${files().length} dead letters`);
  return problems;
}

interface DeadLetter {
  readonly functionName: string;
  readonly attempts: number;
}

/** A file takes the place of the directory, so that nothing can be written. */
async function cannotStore(gateway: FaultTarget): Promise<readonly string[]> {
  const directory = deadLettersOf(gateway);
  const before = readdirSync(directory).length;
  renameSync(directory, `${directory}.aside`);
  writeFileSync(directory, '');
  const { status } = await exchange(gateway, '/prod/F59-events', { method: 'POST' });
  const isLogged = await until(() => gateway.entries.some(({ code, function: name }) => code === 'EVENT_NOT_STORED' && name === 'F59Events'));
  rmSync(directory);
  renameSync(`${directory}.aside`, directory);
  const events = path.join(gateway.directory, 'gateway.state', 'events');
  // stored without a restart, in a moment: meanwhile the event stays in the queue
  const isKept = await until(() => readdirSync(events).length === 0 && readdirSync(directory).length > before);
  return [
    ...(status === 202 ? [] : [`status ${status} instead of 202`]),
    ...(isLogged ? [] : ['the log does not say that the dead letter was not written']),
    ...(isKept ? [] : ['the dead letter is not stored once it can be']),
  ];
}
