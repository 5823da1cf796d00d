import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Api, FunctionRuntime, MappedIntegration, ProxyFunction, type App, type ProxyFunctionProps } from 'synthgate';
import { declareGateway, type DeclaredGateway } from '../support/declared-gateway';
import { goProgram } from '../suites/go-program';
import { LANGUAGE_CASES, type LanguageCall, type LanguageCase } from '../support/language-cases';
import { newDirectory } from '../support/temporary-directory';
import { until } from '../support/until';

/*
 * Functions of other languages as their clients and their log see them: what Lambda does with each handler.
 */

/** Cases that wait for a time limit: they begin first. */
const SLOW = ['c23', 'never'];
/** Headers of a client of Invoke; signatures are not checked. */
const SIGNED = { Authorization: 'AWS4-HMAC-SHA256 Credential=any' };

const root = newDirectory();
let gateway: DeclaredGateway;
const begun = new Map<string, Promise<Response>>();

beforeAll(async () => {
  process.env['LANGUAGE_CASES_SECRET'] = 'secret';
  gateway = await declareGateway((app) => {
    const api = new Api(app, 'Languages', { binaryMediaTypes: ['image/png'] });
    for (const [id, languageCase] of Object.entries(LANGUAGE_CASES)) {
      const fn = new ProxyFunction(app, id, functionOf(id, languageCase));
      const resource = api.root.addResource(id);
      if (languageCase.by === 'mapped') resource.addMethod('GET', selecting(fn), { methodResponses: [{ statusCode: '200' }, { statusCode: '404' }] });
      else resource.addMethod('GET', fn);
    }
  }, { lambdaEndpoint: true });
  for (const id of SLOW) {
    const call = fetch(`${gateway.url}/prod/${id}`);
    begun.set(id, call);
    call.catch(() => undefined); // its test may not be among those that run
  }
});
afterAll(async () => {
  delete process.env['LANGUAGE_CASES_SECRET'];
  await gateway.close();
});

function functionOf(id: string, { files, packages, props }: LanguageCase): ProxyFunctionProps {
  const code = path.join(root, id);
  write(code, files === 'go' ? { bootstrap: goProgram() } : files);
  if (packages !== undefined) {
    const libraries = path.join(code, '.venv', 'lib');
    execFileSync('python3', ['-m', 'venv', '--without-pip', path.dirname(libraries)]);
    for (const version of readdirSync(libraries)) write(path.join(libraries, version, 'site-packages'), packages);
  }
  return { runtime: FunctionRuntime.PYTHON_3_12, handler: 'app.h', code, ...props };
}

function write(directory: string, files: Readonly<Record<string, string | Buffer>>): void {
  for (const [name, contents] of Object.entries(files)) {
    const file = path.join(directory, name);
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, contents);
    chmodSync(file, 0o755);
  }
}

const selecting = (fn: ProxyFunction) => new MappedIntegration(fn, {
  requestTemplates: { 'application/json': '{}' },
  integrationResponses: [{ statusCode: '200' }, { statusCode: '404', selectionPattern: '.*missing.*' }],
});

function send(id: string, { by }: LanguageCase, { query }: LanguageCall): Promise<Response> {
  const { lambdaEndpoint = '' } = gateway.serving;
  if (by === 'invoke') return fetch(`${lambdaEndpoint}/2015-03-31/functions/${id}/invocations`, { method: 'POST', body: '{}', headers: SIGNED });
  const accept = by === 'mapped' ? 'application/json' : 'image/png';
  return begun.get(id) ?? fetch(`${gateway.url}/prod/${id}${query === undefined ? '' : `?${query}`}`, { headers: { Accept: accept } });
}

/** The lines of the log since that entry. */
const linesSince = (start: number) => gateway.log.slice(start).flatMap(({ code = '', message, fields }) => [message, `${code} ${message}`, String(fields?.explain ?? '')]);

test.each(Object.entries(LANGUAGE_CASES).map(([id, languageCase]) => [id, languageCase.about, languageCase] as const))('%s: %s', async (id, _, languageCase) => {
  for (const call of languageCase.calls) {
    const { status, body, log = [], notInLog } = call;
    const start = begun.has(id) ? 0 : gateway.log.length;
    const response = await send(id, languageCase, call);
    const text = await response.text();
    expect([response.status, text]).toEqual([status, body === undefined ? text : typeof body === 'string' ? body : expect.stringMatching(body)]);
    for (const pattern of log) {
      // where it does not come, the lines that came instead are shown
      await until(() => linesSince(start).find((line) => pattern.test(line)), 5_000).catch(() => undefined);
      expect(linesSince(start)).toContainEqual(expect.stringMatching(pattern));
    }
    if (notInLog !== undefined) expect(linesSince(start).filter((line) => notInLog.test(line))).toEqual([]);
  }
});

test('c33: a call that runs while its code is edited ends on the old code, and the next one has the new', async () => {
  const code = path.join(root, 'c33');
  const text = (value: string) => ({ 'app.py': `import os, time\ndef h(event, context):\n    print("runs"); time.sleep(event["queryStringParameters"] is not None)\n    return {"statusCode": 200, "body": "${value}"}\n` });
  const declare = (app: App) => {
    new Api(app, 'Edited').root.addMethod('GET', new ProxyFunction(app, 'EditedFunction', { runtime: FunctionRuntime.PYTHON_3_12, handler: 'app.h', code }));
  };
  write(code, text('old'));
  const edited = await declareGateway(declare);
  try {
    const running = fetch(`${edited.url}/prod/?slow=1`);
    await until(() => edited.log.some(({ message }) => message === 'runs') || undefined);
    write(code, text('new'));
    edited.declareAgain(declare);
    await edited.serving.reload();
    expect(await (await fetch(`${edited.url}/prod/`)).text()).toBe('new');
    expect(await (await running).text()).toBe('old');
  } finally {
    await edited.close();
  }
});

test('c30: only with strictRuntimes a function is refused whose version of Python is not here', async () => {
  const code = path.join(root, 'strict');
  write(code, { 'app.py': 'def h(event, context):\n    return {"statusCode": 200}\n' });
  // a virtual environment is searched first, and has one version
  execFileSync('python3', ['-m', 'venv', '--without-pip', path.join(code, '.venv')]);
  const own = execFileSync('python3', ['-c', 'import sys; print(sys.version_info.minor)'], { encoding: 'utf8' }).trim();
  const runtime = own === '14' ? FunctionRuntime.PYTHON_3_13 : FunctionRuntime.PYTHON_3_14;
  for (const [strictRuntimes, status, reason] of [[false, 200, 'FUNCTION_RUNTIME_DIFFERS'], [true, 502, 'FUNCTION_RUNTIME_MISSING']] as const) {
    const served = await declareGateway((app) => {
      new Api(app, 'Strict').root.addMethod('GET', new ProxyFunction(app, 'StrictFunction', { runtime, handler: 'app.h', code }));
    }, { strictRuntimes });
    try {
      for (let count = 0; count < 2; count += 1) expect((await fetch(`${served.url}/prod/`)).status).toBe(status);
      expect(JSON.stringify(served.log)).toContain(reason);
      expect(served.log.filter(({ code: logged }) => logged === 'FUNCTION_RUNTIME_DIFFERS')).toHaveLength(strictRuntimes ? 0 : 1);
    } finally {
      await served.close();
    }
  }
});

test('with install, packages that cannot be installed cost their function only, and the others find theirs', async () => {
  const [good, faulty] = ['installed', 'not-installed'].map((name) => path.join(root, name)) as [string, string]; // as many
  const app = 'import local_pets\ndef h(event, context):\n    return {"statusCode": 200, "body": local_pets.NAME}\n';
  for (const code of [good, faulty]) write(code, { '.git': '', 'app.py': app, 'requirements.txt': '--no-index\nno-such-package-here\n' });
  execFileSync('python3', ['-c', WHEEL, path.join(good, 'local_pets-1.0-py3-none-any.whl')]);
  write(good, { 'requirements.txt': '--no-index\n./local_pets-1.0-py3-none-any.whl\n' });
  const served = await declareGateway((tree) => {
    const api = new Api(tree, 'Install');
    for (const [id, code] of [['Good', good], ['Faulty', faulty]] as const) {
      api.root.addResource(id).addMethod('GET', new ProxyFunction(tree, id, { runtime: FunctionRuntime.PYTHON_3_12, handler: 'app.h', code }));
    }
  }, { install: true });
  try {
    const [first, second] = await Promise.all(['Good', 'Faulty'].map((id) => fetch(`${served.url}/prod/${id}`)));
    expect([first?.status, await first?.text(), second?.status]).toEqual([200, 'cat', 502]);
    expect(JSON.stringify(served.log)).toContain('FUNCTION_DEPENDENCIES_MISSING');
  } finally {
    await served.close();
  }
});

/** Makes a package that needs no build. @see https://packaging.python.org/en/latest/specifications/binary-distribution-format/ */
const WHEEL = `
import sys, zipfile
with zipfile.ZipFile(sys.argv[1], "w") as wheel:
    wheel.writestr("local_pets.py", 'NAME = "cat"\\n')
    wheel.writestr("local_pets-1.0.dist-info/METADATA", "Metadata-Version: 2.1\\nName: local-pets\\nVersion: 1.0\\n")
    wheel.writestr("local_pets-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\\nGenerator: test\\nRoot-Is-Purelib: true\\nTag: py3-none-any\\n")
    wheel.writestr("local_pets-1.0.dist-info/RECORD", "")
`;
