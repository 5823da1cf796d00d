import { execFile } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import type { CodeSource, ImageBuild } from '../importers';
import { canonicalText, IMAGE_FILE, type ImageCode } from '../spec';
import { digestOf, endAtExit, removePlace, temporaryPlace, type FunctionCode } from '../synth';
import { findEngine, type FoundEngine } from './container-engine';

/** Most lines of an engine's output in an error, the last ones: they say why the build has ended. */
const SHOWN_LINES = 12;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

type ImageSource = Extract<CodeSource, { readonly type: 'image' }>;

/**
 * The code of a function in a container image: the id of the image, which is built if the source says how.
 * @throws FUNCTION_IMAGE_UNSUPPORTED, FUNCTION_BUILD_FAILED, FUNCTION_SOURCE_MISSING
 */
export async function imageCodeOf(
  { image, imageBuild: build, config = {}, handler }: ImageSource, containers: 'auto' | 'off' = 'auto',
): Promise<FunctionCode> {
  const unsupported = (reason: string): GatewayError => new GatewayError('FUNCTION_IMAGE_UNSUPPORTED', { image, reason });
  if (containers === 'off') throw unsupported('--containers is off');
  const engine = await findEngine();
  if ('reason' in engine) throw unsupported(`no container engine can be used: ${engine.reason}`);
  const id = build === undefined ? await inspect(engine, image, '{{.Id}}') : await builtOnce(engine, build);
  if (id === undefined) throw unsupported(`${engine.engine} does not have it; get it with: ${engine.engine} pull ${image}`);
  const { entryPoint, command = entryPoint && await commandOf(engine, id), workingDirectory } = config;
  const code: ImageCode = {
    engine: engine.engine, network: engine.network, image: id,
    ...(entryPoint === undefined ? {} : { entryPoint: [...entryPoint] }), ...(command === undefined ? {} : { command: [...command] }),
    ...(workingDirectory === undefined ? {} : { workingDirectory }),
  };
  const files = new Map([[IMAGE_FILE, Buffer.from(canonicalText(code))]]);
  return { digest: digestOf(files), files, handler, sourceDirectory: build?.directory };
}

/** The command of an image: engines leave it out where another entry point is given, and Lambda does not. */
async function commandOf(engine: FoundEngine, id: string): Promise<readonly string[] | undefined> {
  const text = await inspect(engine, id, '{{json .Config.Cmd}}');
  const command: unknown = text === undefined ? undefined : JSON.parse(text);
  return Array.isArray(command) ? command.map(String) : undefined;
}

/** A member of an image of the engine; undefined if it does not have it. */
async function inspect(engine: FoundEngine, image: string, format: string): Promise<string | undefined> {
  // a name is no option
  if (image.startsWith('-')) return undefined;
  const { hasSucceeded, out } = await run(engine, ['image', 'inspect', '--format', format, image], process.cwd());
  return hasSucceeded ? out.trim() : undefined;
}

const builds = new Map<string, Promise<string>>();

/** Functions that share an image have it built once. */
function builtOnce(engine: FoundEngine, build: ImageBuild): Promise<string> {
  const key = JSON.stringify([engine.executable, build]);
  const id = builds.get(key) ?? buildImage(engine, build).finally(() => builds.delete(key));
  builds.set(key, id);
  return id;
}

/** @returns the id of the image */
async function buildImage(engine: FoundEngine, { directory, file, ...options }: ImageBuild): Promise<string> {
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    throw new GatewayError('FUNCTION_SOURCE_MISSING', { what: 'build context', path: directory });
  }
  const place = temporaryPlace('synthgate-image-');
  const idFile = path.join(place, 'id');
  try {
    const { hasSucceeded, err, out } = await run(engine, ['build', `--iidfile=${idFile}`, `--file=${file}`, ...optionsOf(options), directory], directory);
    if (!hasSucceeded) throw new GatewayError('FUNCTION_BUILD_FAILED', { tool: engine.engine, path: directory, text: lastLines(err.trim() === '' ? out : err) });
    return readFileSync(idFile, 'utf8').trim();
  } finally {
    removePlace(place);
  }
}

function optionsOf({ args = {}, secrets = {}, target, platform, network, ssh }: Omit<ImageBuild, 'directory' | 'file'>): readonly string[] {
  const named = Object.entries({ target, platform, network, ssh });
  return [
    ...Object.entries(args).map(([name, value]) => `--build-arg=${name}=${value}`),
    ...Object.entries(secrets).map(([id, source]) => `--secret=id=${id},${source}`),
    ...named.flatMap(([name, value]) => (value === undefined ? [] : [`--${name}=${value}`])),
  ];
}

function lastLines(text: string): string {
  return text.split('\n').map((line) => line.trimEnd()).filter((line) => line !== '').slice(-SHOWN_LINES).join('\n');
}

interface Ended {
  readonly hasSucceeded: boolean;
  readonly out: string;
  readonly err: string;
}

function run({ executable }: FoundEngine, parameters: readonly string[], directory: string): Promise<Ended> {
  return new Promise((resolve) => {
    endAtExit(execFile(executable, parameters, { cwd: directory, env: process.env, maxBuffer: MAX_OUTPUT_BYTES }, (error, out, err) => {
      const hasStarted = typeof error?.code !== 'string';
      resolve({ hasSucceeded: error === null, out, err: hasStarted ? err : error.message });
    }));
  });
}
