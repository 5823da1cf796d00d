import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { shellQuoted } from '../../../lib/runtime/shell-quoted';
import { CONTAINER_ENGINES } from '../../../lib/spec';
import { newDirectory } from '../temporary-directory';

const STAND_IN = path.join(__dirname, 'stand-in.mjs');

/** A directory with the program of a container engine in it, which is a stand-in. */
export interface StandInEngine {
  /** For PATH. */
  readonly directory: string;
  /** The words of each call, without the name of the program. */
  readonly commands: () => readonly (readonly string[])[];
  /** The process ids of its containers, by name. */
  readonly containers: () => Readonly<Record<string, number>>;
  /** Changes how it behaves, by a file in its state: `down`, `hangs` or the text of `version`. */
  readonly set: (file: string, text?: string) => void;
  /** Builds an image of these files. @returns its id */
  readonly build: (files: Readonly<Record<string, string>>) => string;
  /** Names an image that was built. */
  readonly tag: (name: string, id: string) => void;
}

/** A directory with a stand-in for each engine, of which none has a server. */
export function enginesWithoutServer(): string {
  const directory = newDirectory();
  for (const name of CONTAINER_ENGINES) standInEngine(name, directory).set('down');
  return directory;
}

/** Makes a stand-in for a container engine. */
export function standInEngine(name = 'docker', directory = newDirectory()): StandInEngine {
  const state = path.join(directory, `state-${name}`);
  const program = path.join(directory, name);
  writeFileSync(program, `#!/bin/sh\nexec ${[process.execPath, STAND_IN, state].map(shellQuoted).join(' ')} "$@"\n`);
  chmodSync(program, 0o755);
  const lines = (file: string): string[] => (existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : []);
  const namesIn = (place: string): string[] => (existsSync(place) ? readdirSync(place) : []);
  const containers = path.join(state, 'containers');
  const set = (file: string, text = ''): void => {
    mkdirSync(path.dirname(path.join(state, file)), { recursive: true });
    writeFileSync(path.join(state, file), text);
  };
  return {
    directory, set,
    commands: () => lines(path.join(state, 'commands')).map((line) => JSON.parse(line) as string[]), // as the stand-in writes them
    containers: () => Object.fromEntries(namesIn(containers).map((container) => [container, Number(readFileSync(path.join(containers, container), 'utf8'))])),
    build: (files) => {
      const [context, idFile] = [newDirectory(), path.join(newDirectory(), 'id')];
      for (const [file, text] of Object.entries(files)) writeFileSync(path.join(context, file), text);
      const { status, stderr } = spawnSync(program, ['build', '-f', path.join(context, 'Dockerfile'), '--iidfile', idFile, context], { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return readFileSync(idFile, 'utf8');
    },
    tag: (image, id) => set(`images/${encodeURIComponent(image)}.tag`, id.replace('sha256:', '')),
  };
}

/** Runs with directories before those of PATH, or with these alone. */
export async function withPath<Result>(directories: readonly string[], run: () => Promise<Result>, keepsOthers = true): Promise<Result> {
  const { PATH: before = '' } = process.env;
  process.env['PATH'] = [...directories, ...keepsOthers ? [before] : []].join(path.delimiter);
  try {
    return await run();
  } finally {
    process.env['PATH'] = before;
  }
}

/** A build context whose image calls the `handler` of `app.js` with Lambda's Runtime API. */
export function imageContext(handler: string, dockerfile = ''): Record<string, string> {
  return {
    'Dockerfile': `FROM public.ecr.aws/lambda/nodejs:22\nENV LAMBDA_TASK_ROOT=/var/task\nENTRYPOINT ["node", "client.js"]\nCMD ["app.handler"]\n${dockerfile}`,
    'app.js': `exports.handler = async (event, context) => { ${handler} };\n`,
    'client.js': CLIENT,
  };
}

const CLIENT = `
const http = require('node:http');
const [host, port] = process.env.AWS_LAMBDA_RUNTIME_API.split(':');
const agent = new http.Agent({ keepAlive: true });
const ask = (method, place, body) => new Promise((resolve, reject) => {
  http.request({ host, port, method, path: '/2018-06-01/runtime/' + place, agent }, (response) => {
    let text = '';
    response.on('data', (data) => { text += data; }).on('end', () => resolve({ headers: response.headers, text }));
  }).on('error', reject).end(body);
});
(async () => {
  const [file, name] = process.argv[2].split('.');
  const handler = require('./' + file)[name];
  for (;;) {
    const { headers, text } = await ask('GET', 'invocation/next');
    const id = headers['lambda-runtime-aws-request-id'];
    try {
      const answer = await handler(JSON.parse(text), { arn: headers['lambda-runtime-invoked-function-arn'], id });
      await ask('POST', 'invocation/' + id + '/response', JSON.stringify(answer));
    } catch (error) {
      await ask('POST', 'invocation/' + id + '/error', JSON.stringify({ errorType: error.name, errorMessage: error.message }));
    }
  }
})().catch((error) => { console.error(error.message); process.exit(1); });
`;
