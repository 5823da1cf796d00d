import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FunctionVersion, InvocationOutcome } from '../../../../../lib/runtime/ports';
import { closeAll, fixture, startEngine, valueOf } from '../../../../support/functions/engine';
import { classesOf, clientClasses, packJar } from '../../../../support/functions/java-code';
import { newDirectory } from '../../../../support/temporary-directory';

const before = { ...process.env };
afterEach(async () => {
  await closeAll();
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, before);
});

const APP = `package shop;
public class Pets {
    static int count = 0;
    public static String handleRequest(String event) { count += 1; return "{\\"n\\":" + count + ",\\"pid\\":" + ProcessHandle.current().pid() + "}"; }
    public static String fails(String event) { throw new IllegalStateException("no pets"); }
    public static String root(String event) {
        return "[\\"" + System.getProperty("user.dir") + "\\",\\"" + System.getenv("LAMBDA_TASK_ROOT") + "\\",\\"" + System.getenv("AWS_EXECUTION_ENV") + "\\"]";
    }
    public static String option(String event) { return "\\"" + System.getProperty("pets") + "\\""; }
    public static String temporary(String event) throws Exception {
        java.io.File file = java.io.File.createTempFile("pets", "");
        return "[\\"" + file.getParent() + "\\",\\"" + System.getenv("TMPDIR") + "\\"]";
    }
    public static String library(String event) throws Exception {
        String file = System.getProperty("com.amazonaws.services.lambda.runtime.api.client.runtimeapi.NativeClient.JNI");
        return "[\\"" + file + "\\",\\"" + java.nio.file.Files.readString(java.nio.file.Path.of(file)) + "\\"]";
    }
    public static String exists(String event) { return String.valueOf(new java.io.File(System.getenv("FILE")).exists()); }
    public static String heap(String event) { return String.valueOf(Runtime.getRuntime().maxMemory() >> 20); }
    public static String fills(String event) {
        java.util.List<byte[]> all = new java.util.ArrayList<>();
        while (true) all.add(new byte[1 << 20]);
    }
    public static String exits(String event) { System.exit(3); return ""; }
    public static String sleeps(String event) throws Exception { Thread.sleep(50_000); return ""; }
    public static String shared(String event) { return shared.Names.first(); }
}
`;
const NAMES = (name: string) => ({ 'shared/Names.java': `package shared;\npublic class Names { public static String first() { return "\\"${name}\\""; } }\n` });

let classes: string | undefined;

/** A function with the classes of the app, and with AWS's client beside them. */
function java(handler: string, settings: Partial<FunctionVersion> = {}): FunctionVersion {
  const codeDirectory = newDirectory();
  classes ??= classesOf({ 'shop/Pets.java': APP, ...NAMES('app') });
  cpSync(path.join(classes, 'shop'), path.join(codeDirectory, 'shop'), { recursive: true });
  packJar(clientClasses(), path.join(codeDirectory, 'lib', 'client.jar'));
  return fixture(handler, { codeDirectory, runtime: 'java17', key: codeDirectory, ...settings });
}

function errorOf(outcome: InvocationOutcome): string {
  if (outcome.type === 'function-error') return outcome.payload;
  if (outcome.type === 'failed') return `${outcome.code}: ${outcome.reason}${outcome.exit === undefined ? '' : ` (${outcome.exit})`}`;
  return JSON.stringify(outcome);
}

test('a handler is called again and again, in one process', async () => {
  const { call } = startEngine();
  const pets = java('shop.Pets');
  const { pid } = valueOf(await call(pets)) as { pid: number };
  expect(valueOf(await call(pets))).toEqual({ n: 2, pid });
});

test('it runs in its code, with the environment of Lambda', async () => {
  const { call } = startEngine();
  const pets = java('shop.Pets::root');
  expect(valueOf(await call(pets))).toEqual([pets.codeDirectory, pets.codeDirectory, 'AWS_Lambda_java17']);
});

test('an error of the handler is the error of the function, and its process stays', async () => {
  const { call } = startEngine();
  const outcome = await call(java('shop.Pets::fails'));
  expect(outcome).toMatchObject({ type: 'function-error', errorMessage: 'no pets' });
  expect(errorOf(outcome)).toContain('java.lang.IllegalStateException');
});

test.each([
  ['shop.Nosuch::handle', /^FUNCTION_INIT_FAILED: .*Class not found: shop\.Nosuch/],
  ['shop.Pets::exits', /^FUNCTION_CRASHED: .*\(exit status 3\)$/],
  ['shop.Pets::fills', /OutOfMemoryError|FUNCTION_OUT_OF_MEMORY/],
])('%s fails the call and nothing else', async (handler, expected) => {
  const { call } = startEngine();
  const neighbor = java('shop.Pets');
  await call(neighbor);
  expect(errorOf(await call(java(handler)))).toMatch(expected);
  expect(valueOf(await call(neighbor))).toMatchObject({ n: 2 });
});

test('a function that runs too long is stopped', async () => {
  const { call } = startEngine();
  expect(await call(java('shop.Pets::sleeps', { timeoutMs: 1_500 }))).toMatchObject({ type: 'timeout', limit: 'function' });
});

test('the heap is a part of the memory of the function', async () => {
  const { call } = startEngine();
  const heap = Number(valueOf(await call(java('shop.Pets::heap', { memoryMiB: 512 }))));
  expect(heap).toBeGreaterThan(350);
  expect(heap).toBeLessThanOrEqual(436);
});

test('temporary files are in the directory of the process', async () => {
  const { call } = startEngine();
  const [parent, own] = valueOf(await call(java('shop.Pets::temporary'))) as [string, string];
  expect(parent).toBe(own);
});

test('options of the function are read when Java starts', async () => {
  const { call } = startEngine();
  expect(valueOf(await call(java('shop.Pets::option', { environment: { JAVA_TOOL_OPTIONS: '-Dpets=7' } })))).toBe('7');
});

test('classes are looked for in the code, then in its jars by their names, then in those of layers', async () => {
  const { call } = startEngine();
  const shared = async (place: string): Promise<unknown> => {
    const pets = java('shop.Pets::shared');
    packJar(classesOf(NAMES('layer')), path.join(pets.codeDirectory, '.opt', 'java', 'lib', 'a.jar'));
    if (place !== 'layer') packJar(classesOf(NAMES('second')), path.join(pets.codeDirectory, 'lib', 'z.jar'));
    if (place === 'first') packJar(classesOf(NAMES('first')), path.join(pets.codeDirectory, 'lib', 'b.jar'));
    return valueOf(await call(pets));
  };
  expect([await shared('layer'), await shared('second'), await shared('first')]).toEqual(['layer', 'second', 'first']);
});

/** A home in which Maven has downloaded the client, apart from what it is told to leave out. */
function homeWith(leftOut = ''): string {
  const home = newDirectory();
  for (const [artifact, version] of [['runtime-interface-client', '2.9.0'], ['core', '1.2.3'], ['serialization', '1.1.5']] as const) {
    if (artifact === leftOut) continue;
    const name = `aws-lambda-java-${artifact}`;
    const classesOfIt = artifact === 'runtime-interface-client' ? clientClasses() : newDirectory();
    packJar(classesOfIt, path.join(home, '.m2', 'repository', 'com', 'amazonaws', name, version, `${name}-${version}.jar`));
  }
  return home;
}

/** A function without the client. */
function alone(): FunctionVersion {
  const pets = java('shop.Pets');
  writeFileSync(path.join(pets.codeDirectory, 'lib', 'client.jar'), '');
  return pets;
}

test('without the client in its code, a function has the one that Maven has downloaded', async () => {
  process.env.HOME = homeWith();
  const { call } = startEngine();
  expect(valueOf(await call(alone()))).toMatchObject({ n: 1 });
});

test.each(['', 'core'])('without a whole client, the reason and the command that gets it are named', async (leftOut) => {
  process.env.HOME = leftOut === '' ? newDirectory() : homeWith(leftOut);
  const { call } = startEngine();
  expect(errorOf(await call(alone()))).toMatch(
    /^FUNCTION_RUNTIME_MISSING: .*runs on java17, and the client of the Runtime API .* install it with: mvn dependency:get -Dartifact=com\.amazonaws:aws-lambda-java-runtime-interface-client:LATEST/,
  );
});

test('a function of another version runs on a newer Java, which is logged once; strictly it is refused', async () => {
  const { call, entries } = startEngine();
  const old = java('shop.Pets', { runtime: 'java9' });
  expect(valueOf(await call(old))).toMatchObject({ n: 1 });
  expect(entries.filter(({ code }) => code === 'FUNCTION_RUNTIME_DIFFERS')).toMatchObject([{ level: 'warn', message: expect.stringMatching(/functions of java9 run on Java \d/) }]);
  const strict = startEngine({ strictRuntimes: true });
  expect(errorOf(await strict.call(old))).toMatch(/^FUNCTION_RUNTIME_MISSING: .*--strict-runtimes refuses/);
});

test('the library of the client is not unpacked by each process, but once, where only functions read it', async () => {
  const { call } = startEngine();
  const pets = java('shop.Pets::library');
  const parts = clientParts();
  packJar(parts, path.join(pets.codeDirectory, 'lib', 'client.jar'));
  const [file, contents] = valueOf(await call(pets)) as [string, string];
  expect(file).toMatch(/synthgate-functions-[^/]+\/[0-9a-f]{16}-libaws-lambda-jni\.linux(?:_musl)?-(?:x86_64|aarch_64)\.so$/);
  expect(file.endsWith(contents)).toBe(true);
});

/** The client with libraries for each machine, whose content is their name. */
function clientParts(): string {
  const directory = newDirectory();
  cpSync(clientClasses(), directory, { recursive: true });
  mkdirSync(path.join(directory, 'jni'));
  for (const system of ['linux', 'linux_musl']) {
    for (const processor of ['x86_64', 'aarch_64']) {
      const name = `libaws-lambda-jni.${system}-${processor}.so`;
      writeFileSync(path.join(directory, 'jni', name), name);
    }
  }
  return directory;
}

test('in a sandbox it has its Java, the client and the library, and no other files', async () => {
  process.env.HOME = homeWith();
  const { call } = startEngine({ sandbox: 'required', permissions: {} });
  const secret = path.join(newDirectory(), 'secret');
  writeFileSync(secret, '');
  const outcome = await call(alone());
  // the kernel or a container may forbid sandboxes: then it is refused, with that reason
  if (JSON.stringify(outcome).includes('asks for: bubblewrap cannot make one')) return;
  expect(valueOf(outcome)).toMatchObject({ n: 1 });
  expect(valueOf(await call(java('shop.Pets::exists', { environment: { FILE: secret } })))).toBe(false);
});

test('many functions that start at once all answer', async () => {
  const { call } = startEngine();
  const all = Array.from({ length: 4 }, () => java('shop.Pets'));
  expect((await Promise.all(all.map((pets) => call(pets)))).map(valueOf)).toMatchObject(all.map(() => ({ n: 1 })));
});
