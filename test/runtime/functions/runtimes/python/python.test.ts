import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import type { RuntimeName } from '../../../../../lib/spec';
import { closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

afterEach(closeAll);

const OWN: RuntimeName = `python${execFileSync('python3', ['-c', 'import sys; print("%d.%d" % sys.version_info[:2])'], { encoding: 'utf8' }).trim()}`;

/** A function with these files, of which `app.py` has the handler `h`. */
function pythonOf(files: Readonly<Record<string, string>>, settings: Partial<FunctionVersion> = {}): FunctionVersion {
  const codeDirectory = newDirectory();
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(codeDirectory, name)), { recursive: true });
    writeFileSync(path.join(codeDirectory, name), text);
  }
  return fixture('app.h', { codeDirectory, runtime: OWN, key: codeDirectory, ...settings });
}

const python = (code: string, settings: Partial<FunctionVersion> = {}) => pythonOf({ 'app.py': code }, settings);

/** Lambda's error of a call, or why there was none. */
function errorOf(outcome: InvocationOutcome): string {
  if (outcome.type === 'function-error') return outcome.payload;
  if (outcome.type === 'failed') return `${outcome.code}: ${outcome.reason}${outcome.exit === undefined ? '' : ` (${outcome.exit})`}`;
  return JSON.stringify(outcome);
}

const COUNTER = 'import os\nn = 0\ndef h(event, context):\n    global n\n    n += 1\n    return {"n": n, "pid": os.getpid()}\n';

test('a function keeps its module between calls', async () => {
  const { call } = startEngine();
  const counter = python(COUNTER);
  const counts = [];
  for (let count = 0; count < 3; count += 1) counts.push(valueOf(await call(counter)));
  expect(counts).toMatchObject([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test.each([
  ['an exception', 'def h(e, c):\n    return e["missing"]\n', /"errorMessage": ?"'missing'"/],
  ['a module that raises', 'raise RuntimeError("boom")\n', /^FUNCTION_INIT_FAILED: .*boom/],
  ['a module that is missing', 'import nosuch\n', /^FUNCTION_INIT_FAILED: .*Unable to import module 'app': No module named 'nosuch'/],
  ['a syntax error', 'def h(e, c)\n    pass\n', /^FUNCTION_INIT_FAILED: .*Syntax error in module 'app': .* \(app\.py, line 1\)/],
  ['a set', 'def h(e, c):\n    return {"a": {1}}\n', /Unable to marshal response: Object of type set is not JSON serializable/],
  ['an exit', 'import sys\ndef h(e, c):\n    sys.exit(3)\n', /^FUNCTION_CRASHED: .*\(exit status 3\)$/],
  ['a silent exit', 'import os\ndef h(e, c):\n    os._exit(0)\n', /^FUNCTION_CRASHED: .*\(exit status 0\)$/],
  ['a signal', 'import os\ndef h(e, c):\n    os.kill(os.getpid(), 11)\n', /^FUNCTION_CRASHED: .*\(signal: segmentation fault\)$/],
  ['an interrupt', 'def h(e, c):\n    raise KeyboardInterrupt()\n', /^FUNCTION_CRASHED: .*\(signal: interrupt\)$/],
  ['an alarm', 'import signal, time\ndef h(e, c):\n    signal.alarm(1)\n    time.sleep(30)\n', /^FUNCTION_CRASHED: .*\(signal: alarm clock\)$/],
  ['memory', 'def h(e, c):\n    return len(bytearray(1 << 30))\n', /MemoryError|FUNCTION_OUT_OF_MEMORY/],
  ['a result of 7 MB', 'def h(e, c):\n    return "x" * 7340032\n', /^FUNCTION_RESULT_TOO_LARGE/],
])('%s fails the call and nothing else', async (_, code, expected) => {
  const { call } = startEngine();
  const faulty = python(code);
  const neighbor = python(COUNTER);
  await call(neighbor);
  expect(errorOf(await call(faulty))).toMatch(expected);
  expect(valueOf(await call(neighbor))).toMatchObject({ n: 2 });
});

test('a call after an exit runs in a new process', async () => {
  const { call } = startEngine();
  const leaving = python('import os, sys\ndef h(event, context):\n    if event.get("leave"): sys.exit(3)\n    return {"pid": os.getpid()}\n');
  const first = valueOf(await call(leaving)) as { readonly pid: number };
  await call(leaving, { leave: true });
  const second = valueOf(await call(leaving)) as { readonly pid: number };
  expect(second.pid).not.toBe(first.pid);
});

test('with many calls under way, those that end their process fail, and every other one runs once', async () => {
  const { call } = startEngine({ queueLimit: 2000 });
  const recording = python([
    'import os', 'log = os.open("log", os.O_WRONLY | os.O_APPEND | os.O_CREAT)', 'def h(event, context):',
    '    os.write(log, b"%d\\n" % event)', '    if event % 150 == 149: os._exit(1)', '    return event',
  ].join('\n'), { maxInstances: 2 });
  chmodSync(recording.codeDirectory, 0o777); // functions may have a user of their own
  const events = Array.from({ length: 900 }, (_, index) => index);
  const outcomes = await Promise.all(events.map((event) => call(recording, event)));
  const failed = outcomes.flatMap((outcome, event) => (outcome.type === 'result' ? [] : [event]));
  expect(failed).toEqual(events.filter((event) => event % 150 === 149));
  const begun = readFileSync(path.join(recording.codeDirectory, 'log'), 'utf8').trim().split('\n').map(Number);
  expect(begun.sort((left, right) => left - right)).toEqual(events);
});

test('a call that takes too long ends its process', async () => {
  const { call, lines } = startEngine();
  const slow = python('import os, time\ndef h(event, context):\n    print(os.getpid(), flush=True)\n    time.sleep(50)\n', { timeoutMs: 500 });
  expect(await call(slow)).toMatchObject({ type: 'timeout', limit: 'function' });
  await until(() => lines.length > 0 && !isAlive(Number(lines[0]?.text)));
});

test('what it prints is in the log with its call, and is never an answer', async () => {
  const { call, lines } = startEngine();
  const printing = python('def h(event, context):\n    print(\'{"statusCode":500}\\nsecond\')\n    return "ok"\n');
  expect(valueOf(await call(printing, {}, { requestId: 'the-request' }))).toBe('ok');
  await until(() => lines.length >= 2);
  expect(lines).toMatchObject([
    { stream: 'stdout', text: '{"statusCode":500}', requestId: 'the-request' }, { stream: 'stdout', text: 'second', requestId: 'the-request' },
  ]);
});

test('it has the environment of Lambda, and nothing of the gateway', async () => {
  process.env.GATEWAY_SECRET = 'secret';
  try {
    const { call } = startEngine();
    const code = 'import os\ndef h(event, context):\n    return {"cwd": os.getcwd(), "memory": context.memory_limit_in_mb, "env": dict(os.environ)}\n';
    const telling = python(code, { environment: { TABLE: 'pets' } });
    const { cwd, memory, env } = valueOf(await call(telling)) as Readonly<Record<string, unknown>>;
    expect([cwd, memory]).toEqual([telling.codeDirectory, '128']);
    expect(env).toMatchObject({ LAMBDA_TASK_ROOT: telling.codeDirectory, AWS_EXECUTION_ENV: `AWS_Lambda_${OWN}`, TABLE: 'pets', _HANDLER: 'app.h' });
    expect(env).not.toHaveProperty('GATEWAY_SECRET');
  } finally {
    delete process.env.GATEWAY_SECRET;
  }
});

test('PYTHON variables of the function are there when the interpreter starts', async () => {
  const { call } = startEngine({ prewarm: true });
  const optimized = python('import sys\ndef h(event, context):\n    return sys.flags.optimize\n', { environment: { PYTHONOPTIMIZE: '2' } });
  expect(valueOf(await call(optimized))).toBe(2);
});

test('of two layers with the same module, the merged directory has the later; packages of the environment come after', async () => {
  const { call } = startEngine();
  const layered = pythonOf({
    'app.py': 'import shared, deep\ndef h(event, context):\n    return [shared.NAME, deep.NAME]\n',
    '.opt/python/shared.py': 'NAME = "layer"\n',
    [`.opt/python/lib/${OWN}/site-packages/deep.py`]: 'NAME = "site-packages"\n',
  });
  expect(valueOf(await call(layered))).toEqual(['layer', 'site-packages']);
});

test('a package that only the virtual environment of the source has is found', async () => {
  const project = newDirectory();
  execFileSync('python3', ['-m', 'venv', '--without-pip', path.join(project, '.venv')]);
  writeFileSync(path.join(project, '.venv', 'lib', OWN, 'site-packages', 'onlyhere.py'), 'NAME = "from the environment"\n');
  const { call } = startEngine();
  const version = python('import onlyhere\ndef h(event, context):\n    return onlyhere.NAME\n', { sourceDirectory: project });
  expect(valueOf(await call(version))).toBe('from the environment');
});

test('a function of another version of Python runs, which is logged once; with strictRuntimes it is refused', async () => {
  const { call, entries } = startEngine();
  const older = python('def h(event, context):\n    return 1\n', { runtime: 'python3.2' });
  expect([valueOf(await call(older)), valueOf(await call(older))]).toEqual([1, 1]);
  const differs = entries.filter(({ code }) => code === 'FUNCTION_RUNTIME_DIFFERS');
  expect(differs).toMatchObject([{ level: 'warn', message: expect.stringMatching(/functions of python3\.2 run on Python 3\..*: python3\.2 is not installed$/) }]);
  const strict = startEngine({ strictRuntimes: true });
  expect(errorOf(await strict.call(older))).toMatch(/^FUNCTION_RUNTIME_MISSING: it runs on python3\.2, and only Python 3.* is here, which --strict-runtimes refuses; install it with: /);
});

test('a prewarmed interpreter takes the function', async () => {
  const { engine, call } = startEngine({ prewarm: true });
  const counter = python(COUNTER);
  await engine.prepare([counter]);
  expect(valueOf(await call(counter))).toMatchObject({ n: 1 });
});

test('nothing is left of a function that started processes', async () => {
  const { engine, call } = startEngine();
  const forking = python('import subprocess\ndef h(event, context):\n    return subprocess.Popen(["sleep", "100"]).pid\n');
  const pid = Number(valueOf(await call(forking)));
  expect(isAlive(pid)).toBe(true);
  await engine.close(0);
  await until(() => !isAlive(pid));
});

test('a test that runs functions in threads runs those of Python in processes', async () => {
  const { call } = startEngine({ isolation: 'thread' });
  const { pid } = valueOf(await call(python(COUNTER))) as { readonly pid: number };
  expect(pid).not.toBe(process.pid);
});

test.each([['/home/ada/shop', '/home/ada/shop'], [undefined, '/var/task']])('with its sources in %s, traces name %s', async (sourceDirectory, shown) => {
  const { call, lines } = startEngine();
  const code = 'import logging\ndef h(event, context):\n    try:\n        1 / 0\n    except ZeroDivisionError:\n        logging.exception("caught")\n    return event["missing"]\n';
  const faulty = python(code, sourceDirectory === undefined ? {} : { sourceDirectory });
  const outcome = await call(faulty);
  expect(outcome).toMatchObject({ type: 'function-error', payload: expect.stringContaining(`File \\"${shown}/app.py\\", line 7, in h`) });
  await until(() => lines.some(({ text }) => text.startsWith('[ERROR] KeyError')));
  const written = lines.map(({ text }) => text).join('\n');
  expect(written).toContain(`File "${shown}/app.py", line 4, in h`);
  expect(written).not.toContain(faulty.codeDirectory);
});

describe('a sandbox', () => {
  /** Whether the kernel or a container forbids sandboxes: then the function is refused, with that reason. */
  const isForbidden = (outcome: InvocationOutcome) => errorOf(outcome).includes('asks for: bubblewrap cannot make one');
  const interpreter = execFileSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' }).trim();

  const LOOKING = `import os
def look(path):
    try:
        return sorted(os.listdir(path))
    except OSError as error:
        return type(error).__name__
def write(path):
    try:
        with open(path, "w") as file:
            file.write("x")
        return "written"
    except OSError as error:
        return type(error).__name__
def h(event, context):
    return {
        "repository": look(event["repository"]), "task": look("/var/task"), "layers": look("/opt"), "secret": look(event["secret"]),
        "tmp": write("/tmp/synthgate-sandbox-test"), "own": write(os.path.join(os.environ["TMPDIR"], "x")), "code": write("app.py"),
    }
`;

  test('has the system, the code and a /tmp of its own, and no other files', async () => {
    const { call } = startEngine({ permissions: {}, sandbox: 'required', prewarm: true });
    const secret = newDirectory();
    const looking = pythonOf({ 'app.py': LOOKING, '.opt/python/shared.py': '' });
    const outcome = await call(looking, { repository: process.cwd(), secret });
    if (isForbidden(outcome)) return;
    expect(valueOf(outcome)).toEqual({
      repository: 'FileNotFoundError', task: ['.opt', 'app.py'], layers: ['python'], secret: 'FileNotFoundError',
      tmp: 'written', own: 'written', code: 'OSError',
    });
    expect(existsSync('/tmp/synthgate-sandbox-test')).toBe(false);
  });

  test('memory of a process in it counts', async () => {
    const { call } = startEngine({ permissions: {}, sandbox: 'required' });
    const growing = python('import ctypes, mmap, time\ndef h(event, context):\n    memory = mmap.mmap(-1, 1 << 30, flags=mmap.MAP_SHARED | mmap.MAP_ANONYMOUS)\n    for at in range(0, 1 << 30, 4096):\n        memory[at] = 1\n    time.sleep(5)\n');
    const outcome = await call(growing);
    if (isForbidden(outcome)) return;
    expect(errorOf(outcome)).toMatch(/^FUNCTION_OUT_OF_MEMORY: /);
  });

  test('a call that takes too long ends everything in it', async () => {
    const { call } = startEngine({ permissions: {}, sandbox: 'required' });
    // its processes have other numbers inside
    const mark = `9${process.pid}`;
    const sleeping = () => spawnSync('pgrep', ['-f', `^sleep ${mark}$`]).status === 0;
    const code = `import subprocess, time\ndef h(event, context):\n    subprocess.Popen(["sleep", "${mark}"])\n    time.sleep(50)\n`;
    const called = call(python(code, { timeoutMs: 1_000 }));
    let wasSleeping = false;
    const watch = setInterval(() => { wasSleeping ||= sleeping(); }, 50);
    const outcome = await called;
    clearInterval(watch);
    if (isForbidden(outcome)) return;
    expect([outcome, wasSleeping]).toMatchObject([{ type: 'timeout' }, true]);
    await until(() => !sleeping());
  });

  test('shows no process of this machine, and gives no rights of root', async () => {
    const { call } = startEngine({ permissions: {}, sandbox: 'required' });
    const code = `import os
def h(event, context):
    seen = [pid for pid in os.listdir("/proc") if pid.isdigit() and os.path.exists("/proc/%s/root${process.cwd()}" % pid)]
    rights = [line.split()[1] for line in open("/proc/self/status") if line.startswith("CapEff")]
    return {"seen": seen, "rights": int(rights[0], 16)}
`;
    const outcome = await call(python(code));
    if (isForbidden(outcome)) return;
    expect(valueOf(outcome)).toEqual({ seen: [], rights: 0 });
  });

  test('where none can be made, Landlock keeps a function from the files of others', async () => {
    const path = process.env.PATH;
    try {
      process.env.PATH = newDirectory();
      jest.resetModules();
      const { startEngine: start } = await import('../../../../support/functions/engine');
      const auto = start({ permissions: {}, sandbox: 'auto' });
      const project = newDirectory();
      execFileSync(interpreter, ['-m', 'venv', '--without-pip', `${project}/.venv`]);
      const code = `import os, sys
def look(path):
    try:
        return len(os.listdir(path)) > 0
    except OSError as error:
        return type(error).__name__
def h(event, context):
    return {name: look(path) for name, path in {"home": event, "system": "/usr", "own": os.environ["TMPDIR"] + "/..", "library": sys.prefix}.items()}
`;
      const outcome = await auto.call(python(code, { sourceDirectory: project }), homedir());
      await until(() => auto.entries.some(({ message }) => message.includes('a sandbox (bubblewrap is not installed')));
      const isKept = auto.entries.some(({ message }) => message.includes('; Landlock keeps functions from files outside of /tmp'));
      // without it the files are those of the user
      const kept = isKept ? { home: 'PermissionError' } : {};
      expect(valueOf(outcome)).toMatchObject({ ...kept, system: true, library: true });
      await auto.engine.close(0);
    } finally {
      process.env.PATH = path;
    }
  });

  test('that cannot be made is reported with auto, and refuses the function with required', async () => {
    const path = process.env.PATH;
    try {
      process.env.PATH = newDirectory();
      jest.resetModules();
      const reason = 'bubblewrap is not installed (apt-get install bubblewrap)';
      const { startEngine: start } = await import('../../../../support/functions/engine');
      const auto = start({ permissions: {}, sandbox: 'auto' });
      const project = newDirectory();
      execFileSync(interpreter, ['-m', 'venv', '--without-pip', `${project}/.venv`]);
      const counter = python(COUNTER, { sourceDirectory: project });
      expect(valueOf(await auto.call(counter))).toMatchObject({ n: 1 });
      await until(() => auto.entries.some(({ code, message }) => code === 'ISOLATION_PARTIAL' && message.includes(reason)));
      const required = start({ permissions: {}, sandbox: 'required' });
      expect(errorOf(await required.call(counter))).toContain(`FUNCTION_RUNTIME_MISSING: it runs on ${OWN}, and it has no sandbox, which --sandbox required asks for: ${reason}`);
      await Promise.all([auto.engine.close(0), required.engine.close(0)]);
    } finally {
      process.env.PATH = path;
    }
  });
});

test('60 threads fit into the smallest memory, as on Lambda, where their stacks take what is used of them', async () => {
  const { call } = startEngine();
  const threaded = python(`import threading
def h(event, context):
    done = threading.Event()
    threads = [threading.Thread(target=done.wait) for _ in range(60)]
    for thread in threads: thread.start()
    done.set()
    for thread in threads: thread.join()
    return len(threads)
`, { memoryMiB: 128 });
  expect(valueOf(await call(threaded))).toBe(60);
});

test('a daemon with a session of its own ends with its instance, which can end although it holds the output', async () => {
  const { call, engine } = startEngine();
  const starting = python(`import os, subprocess
def h(event, context):
    return subprocess.Popen(["sleep", "600"], start_new_session=True).pid
`);
  const pid = Number(valueOf(await call(starting)));
  expect(isAlive(pid)).toBe(true);
  await engine.close(0);
  await until(() => !isAlive(pid));
});
