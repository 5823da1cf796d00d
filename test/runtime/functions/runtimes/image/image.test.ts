import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { IMAGE } from '../../../../../lib/runtime/functions/runtimes/image/image';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import type { ImageCode } from '../../../../../lib/spec';
import { imageContext, standInEngine, withPath, type StandInEngine } from '../../../../support/containers/engine';
import { closeAll, fixture, isAlive, startEngine, until, valueOf } from '../../../../support/functions/engine';
import { newDirectory } from '../../../../support/temporary-directory';

afterEach(closeAll);

interface Image extends Partial<FunctionVersion> {
  readonly dockerfile?: string;
  readonly config?: Partial<ImageCode>;
}

/** A function in an image of the stand-in, with this body as its handler. */
function inImage(engine: StandInEngine, handler: string, { dockerfile, config, ...settings }: Image = {}): FunctionVersion {
  const codeDirectory = newDirectory();
  const code: ImageCode = { engine: 'docker', image: engine.build(imageContext(handler, dockerfile)), network: 'host', ...config };
  writeFileSync(path.join(codeDirectory, 'image.json'), JSON.stringify(code));
  return fixture('app.handler', { codeDirectory, runtime: 'image', key: codeDirectory, ...settings });
}

/** Runs with the stand-in as the only `docker`. */
const withEngine = (run: (engine: StandInEngine) => Promise<void>) => async (): Promise<void> => {
  const engine = standInEngine();
  await withPath([engine.directory], () => run(engine).finally(closeAll));
};

/** The options and the words of the only container that was started. */
function started(engine: StandInEngine): readonly string[] {
  return engine.commands().find(([command]) => command === 'run') ?? [];
}

function failureOf(outcome: InvocationOutcome): string {
  return outcome.type === 'failed' ? `${outcome.code}: ${outcome.reason} (${outcome.exit ?? ''})` : JSON.stringify(outcome);
}

test('one container answers the calls of an instance, with the ids of its gateway, and is removed at the end', withEngine(async (docker) => {
  const { call, engine } = startEngine();
  const fn = inImage(docker, 'return { event, arn: context.arn, pid: process.pid };');
  const [first, second] = [valueOf(await call(fn, { n: 1 })), valueOf(await call(fn, { n: 2 }))];
  const arn = 'arn:aws:lambda:eu-central-1:123456789012:function:orders';
  const { pid: own } = first as { readonly pid: number }; // the handler's
  expect([first, second]).toEqual([{ event: { n: 1 }, arn, pid: expect.any(Number) as number }, { event: { n: 2 }, arn, pid: own }]);
  const [[name, pid] = ['', 0]] = Object.entries(docker.containers());
  expect([name, pid]).toEqual([expect.stringMatching(new RegExp(`^synthgate-[0-9a-f]{8}-${process.pid}-[0-9a-f]{32}$`)), own]);
  await engine.close(0);
  expect(docker.containers()).toEqual({});
  await until(() => !isAlive(pid));
}));

test('a container has the function\'s memory, no capabilities, and nothing to write to but /tmp', withEngine(async (docker) => {
  const { call } = startEngine();
  valueOf(await call(inImage(docker, 'return 1;', { memoryMiB: 512 })));
  expect(started(docker).join(' ')).toMatch(/^run --rm --init --pull never --name \S+ --network host --memory 512m --memory-swap 512m --cap-drop ALL --security-opt no-new-privileges --read-only --tmpfs \/tmp:rw,exec,size=512m -e /);
}));

test.each([
  ['docker', []], ['podman', []], ['finch', ['--add-host', 'host.docker.internal:host-gateway']], ['nerdctl', ['--add-host', 'host.docker.internal:host-gateway']],
] as const)('a virtual machine of %s has a name for this one', async (name, options) => {
  const engine = standInEngine(name);
  await withPath([engine.directory], async () => {
    const { call } = startEngine();
    // it is no virtual machine here, and does not know the name
    const fn = inImage(engine, 'return 1;', { config: { engine: name, network: 'machine', entryPoint: ['node', '-p', 'process.env.AWS_LAMBDA_RUNTIME_API'] } });
    await call(fn);
    const words = started(engine);
    expect(words.slice(words.indexOf('--name') + 2, words.indexOf('--memory'))).toEqual(options);
    await closeAll();
  });
});

test('its variables are those of Lambda and its own, in the place of the image\'s; the gateway\'s are the program\'s alone', withEngine(async (docker) => {
  Object.assign(process.env, { GATEWAY_SECRET: 'secret', DOCKER_HOST: 'unix:///run/other.sock' });
  try {
    const { call } = startEngine();
    const environment = { TABLE: 'pets', TEXT: 'two\nlines=x', PATH: `/opt/own:${path.dirname(process.execPath)}`, DOCKER_HOST: 'own', GODEBUG: 'own' };
    const variables = valueOf(await call(inImage(docker, 'return process.env;', { environment }))) as Record<string, string>;
    expect(variables).toMatchObject({
      ...environment, LAMBDA_TASK_ROOT: '/var/task', AWS_REGION: 'eu-central-1', AWS_LAMBDA_FUNCTION_NAME: 'orders', AWS_LAMBDA_FUNCTION_MEMORY_SIZE: '128',
    });
    expect(Object.keys(variables)).not.toEqual(expect.arrayContaining(['GATEWAY_SECRET']));
    for (const name of ['_HANDLER', 'HOME', 'TMPDIR', 'AWS_EXECUTION_ENV', 'GATEWAY_SECRET']) expect(variables).not.toHaveProperty(name);
    // values are not in a command line that every user can read
    expect(started(docker)).toContain('TABLE');
    expect(started(docker).join(' ')).not.toContain('pets');
  } finally {
    delete process.env.GATEWAY_SECRET;
    delete process.env.DOCKER_HOST;
  }
}));

test('ImageConfig is in place of the image\'s own', withEngine(async (docker) => {
  const { call } = startEngine();
  const report = (config: Partial<ImageCode>) => call(inImage(docker, 'return [process.argv.slice(2), process.cwd()];', { config, dockerfile: 'WORKDIR .' })).then(valueOf);
  expect(await report({ command: ['app.handler', 'more'] })).toMatchObject([['app.handler', 'more'], expect.any(String)]);
  expect(await report({ entryPoint: ['node', 'client.js'], command: ['app.handler'] })).toMatchObject([['app.handler'], expect.any(String)]);
}));

test('an error of the handler is that of the function, and its container stays', withEngine(async (docker) => {
  const { call } = startEngine();
  const fn = inImage(docker, 'if (event.fails) throw new TypeError("no"); return process.pid;');
  const pid = valueOf(await call(fn));
  expect(await call(fn, { fails: true })).toMatchObject({ type: 'function-error', errorMessage: 'no' });
  expect(valueOf(await call(fn))).toBe(pid);
}));

test('what it writes are log lines of its call', withEngine(async (docker) => {
  const { call, lines } = startEngine();
  valueOf(await call(inImage(docker, 'console.log("out"); console.error("err"); return 1;'), {}, { requestId: 'r-1' }));
  await until(() => lines.length === 2);
  expect(lines.map(({ text, stream }) => [text, stream]).sort()).toEqual([['err', 'stderr'], ['out', 'stdout']]);
}));

test('a call that takes too long ends the container, and the next one gets another', withEngine(async (docker) => {
  const { call } = startEngine();
  const fn = inImage(docker, 'if (event.hangs) await new Promise(() => setInterval(() => {}, 1000)); return process.pid;', { timeoutMs: 5000 });
  const pid = Number(valueOf(await call(fn)));
  expect(await call(fn, { hangs: true })).toMatchObject({ type: 'timeout', limit: 'function' });
  await until(() => !isAlive(pid));
  expect(valueOf(await call(fn))).not.toBe(pid);
}));

test('an end by a signal is one, and a program that cannot start is a failed load', withEngine(async (docker) => {
  const { call } = startEngine();
  expect(failureOf(await call(inImage(docker, 'process.kill(process.pid, "SIGKILL"); await new Promise(() => {});')))).toMatch(/^FUNCTION_CRASHED: .*SIGKILL \(signal: killed\)/);
  expect(failureOf(await call(inImage(docker, '', { config: { entryPoint: ['nosuch-program'] } })))).toMatch(/^FUNCTION_INIT_FAILED: its process ended with exit code 127/);
}));

test('an image that is gone is a failed load, and its engine says so in the log', withEngine(async (docker) => {
  const { call, lines } = startEngine();
  expect(failureOf(await call(inImage(docker, '', { config: { image: `sha256:${'0'.repeat(64)}` } })))).toMatch(/^FUNCTION_INIT_FAILED: its process ended with exit code 125/);
  expect(lines.map(({ text }) => text).join('\n')).toContain('No such image');
}));

test('without its engine, a call says which is missing (FUNCTION_RUNTIME_MISSING)', async () => {
  const docker = standInEngine();
  const fn = inImage(docker, 'return 1;');
  const { call } = startEngine();
  const outcome = await withPath([], () => call(fn), false);
  expect(failureOf(outcome)).toMatch(/^FUNCTION_RUNTIME_MISSING: it runs on the image sha256:.*, and docker, which has built it, is not in PATH/);
});

test('code without a readable image.json is a failed load', async () => {
  const { call } = startEngine();
  const codeDirectory = newDirectory();
  writeFileSync(path.join(codeDirectory, 'image.json'), '{"engine":"docker","image":"--privileged","network":"host"}');
  expect(failureOf(await call(fixture('x', { codeDirectory, runtime: 'image' })))).toMatch(/^FUNCTION_INIT_FAILED: .*image\.json of its code is not that of an image/);
});

test('a look for its program, as doctor takes it, asks the engine nothing', withEngine(async (docker) => {
  const { codeDirectory } = inImage(docker, 'return 1;');
  const { title } = await IMAGE.find({ codeDirectory, runtime: 'image' }, { nodePath: '', hostFile: '' });
  expect(title).toMatch(/^the image sha256:[0-9a-f]{12} in docker \(.*docker\)$/);
  expect(docker.commands().map(([command]) => command)).toEqual(['build']);
}));

test('containers of a gateway that was killed are removed, and those of others stay', withEngine(async (docker) => {
  const sleeper = () => spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { detached: true, stdio: 'ignore' });
  const [left, running, foreign] = [sleeper(), sleeper(), sleeper()];
  try {
    const { call } = startEngine();
    const own = docker.containers;
    const fn = inImage(docker, 'return 1;');
    valueOf(await call(fn));
    const [prefix = ''] = /^synthgate-[0-9a-f]{8}-/.exec(Object.keys(own())[0] ?? '') ?? [];
    const ended = spawn(process.execPath, ['-e', '']);
    await once(ended, 'exit');
    const secondEngine = standInEngine();
    secondEngine.set(`containers/${prefix}${ended.pid}-left`, String(left.pid));
    secondEngine.set(`containers/${prefix}${process.pid}-running`, String(running.pid));
    secondEngine.set('containers/synthgate-00000000-1-foreign', String(foreign.pid));
    await withPath([secondEngine.directory], async () => valueOf(await call(inImage(secondEngine, 'return 2;'))));
    expect(Object.keys(secondEngine.containers())).toEqual(expect.arrayContaining([`${prefix}${process.pid}-running`, 'synthgate-00000000-1-foreign']));
    expect(Object.keys(secondEngine.containers())).not.toContain(`${prefix}${ended.pid}-left`);
  } finally {
    for (const child of [left, running, foreign]) child.kill('SIGKILL');
  }
}));
