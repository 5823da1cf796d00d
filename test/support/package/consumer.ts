import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const root = path.resolve(__dirname, '..', '..', '..');

/** A file of the tarball. */
export interface PackedFile {
  readonly path: string;
  readonly size: number;
  readonly mode: number;
}

/** The package as `npm publish` would send it. */
export interface Tarball {
  readonly file: string;
  readonly files: readonly PackedFile[];
  readonly size: number;
  readonly unpackedSize: number;
}

/** Packs what is built. */
export function pack(directory: string): Tarball {
  const output = npm(root, ['pack', '--json', '--ignore-scripts', '--pack-destination', directory]);
  const [packed] = JSON.parse(output) as [Omit<Tarball, 'file'> & { readonly filename: string }];
  return { ...packed, file: path.join(directory, packed.filename) };
}

/** Returns the paths of the files that the package would have. */
export function packedFiles(): string[] {
  const [packed] = JSON.parse(npm(root, ['pack', '--dry-run', '--json', '--ignore-scripts'])) as [Pick<Tarball, 'files'>];
  return packed.files.map((file) => file.path);
}

/** Packs a package of this repository; returns the tarball. */
export function packFolder(folder: string, directory: string): string {
  const [packed] = JSON.parse(npm(directory, ['pack', '--json', '--ignore-scripts', folder])) as [{ readonly filename: string }];
  return path.join(directory, packed.filename);
}

/** A package as the kernel of jsii loads it. */
export interface LoadablePackage {
  readonly name: string;
  readonly version: string;
  readonly tarball: string;
}

/** A package that is installed here, as its registry would send it. */
export function packInstalled(name: string, directory: string): LoadablePackage {
  const folder = path.join(root, 'node_modules', name);
  const [packed] = JSON.parse(npm(directory, ['pack', '--json', '--ignore-scripts', folder])) as [{ readonly filename: string; readonly version: string }];
  return { name, version: packed.version, tarball: path.join(directory, packed.filename) };
}

/** A user's project with the tarball installed, and nothing else but the packages that are named. */
export interface Consumer {
  readonly directory: string;
  readonly write: (file: string, text: string) => void;
  /** Runs a program there; throws with its output when it fails. */
  readonly run: (command: string, ...parameters: readonly string[]) => string;
  /** The same with another Node, given by its directory: its output on standard error counts too. */
  readonly runWith: (nodeDirectory: string, command: string, ...parameters: readonly string[]) => string;
  /** Serves with the installed command and returns the URL of the first API. */
  readonly serve: (...parameters: readonly string[]) => Promise<Served>;
  readonly serveWith: (nodeDirectory: string, ...parameters: readonly string[]) => Promise<Served>;
  readonly remove: () => void;
}

export interface Served {
  readonly url: string;
  /** Everything that it has printed. */
  readonly output: () => string;
  /** Stops it as Ctrl-C would; returns its exit code. */
  readonly stop: () => Promise<number | null>;
}

/** The packages of a project beside the tarball. */
export interface Packages {
  readonly copied: readonly string[];
  readonly linked?: readonly string[];
  /** Names with versions. Only these are asked of the registry. */
  readonly fromRegistry?: readonly string[];
}

/** Installs the tarball: what it needs beyond its own is copied or linked from here, unless it is named to come from the registry. */
export function install({ file }: Tarball, packages: Packages): Consumer {
  const directory = mkdtempSync(path.join(tmpdir(), 'synthgate-consumer-'));
  writeFileSync(path.join(directory, 'package.json'), JSON.stringify({ name: 'shop', version: '1.0.0', private: true }));
  const { fromRegistry = [] } = packages;
  const options = ['--legacy-peer-deps', '--ignore-scripts', '--no-audit', '--no-fund', '--no-save'];
  npm(directory, ['install', ...options, ...(fromRegistry.length === 0 ? ['--offline'] : ['--prefer-offline']), file, ...fromRegistry]);
  const location = (name: string): string => {
    const target = path.join(directory, 'node_modules', name);
    mkdirSync(path.dirname(target), { recursive: true });
    return target;
  };
  for (const name of packages.copied) cpSync(path.join(root, 'node_modules', name), location(name), { recursive: true });
  for (const name of packages.linked ?? []) symlinkSync(path.join(root, 'node_modules', name), location(name));
  return {
    directory,
    write: (name, text) => {
      mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
      writeFileSync(path.join(directory, name), text);
    },
    run: (command, ...parameters) => run({ directory, command, parameters }).stdout,
    runWith: (nodeDirectory, command, ...parameters) => {
      const { stdout, stderr } = run({ directory, command, parameters, nodeDirectory });
      return stdout + stderr;
    },
    serve: (...parameters) => serve({ directory, parameters }),
    serveWith: (nodeDirectory, ...parameters) => serve({ directory, parameters, nodeDirectory }),
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** esbuild with the binary for this system, which is a package of its own. */
export function esbuildPackages(): string[] {
  const binary = `@esbuild/${process.platform}-${process.arch}`;
  return existsSync(path.join(root, 'node_modules', binary)) ? ['esbuild', binary] : ['esbuild'];
}

function npm(directory: string, parameters: readonly string[]): string {
  return execFileSync('npm', [...parameters], { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });
}

interface Call {
  readonly directory: string;
  readonly parameters: readonly string[];
  readonly nodeDirectory?: string;
}

interface Output {
  readonly stdout: string;
  readonly stderr: string;
}

function run({ directory, command, parameters, nodeDirectory }: Call & { readonly command: string }): Output {
  const options = { cwd: directory, env: environment(nodeDirectory), encoding: 'utf8' } as const;
  const { status, stdout, stderr } = spawnSync(command, [...parameters], options);
  if (status === 0) return { stdout, stderr };
  throw new Error(`${[command, ...parameters].join(' ')} ended with ${status}:\n${stdout}${stderr}`);
}

async function serve({ directory, parameters, nodeDirectory }: Call): Promise<Served> {
  const command = path.join(directory, 'node_modules', '.bin', 'synthgate');
  const child = spawn(command, ['serve', '--port', '0', ...parameters], {
    cwd: directory,
    env: environment(nodeDirectory),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let output = '';
  const url = await new Promise<string>((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        output += text;
        const match = /http:\/\/127\.0\.0\.1:\d+/.exec(output);
        if (match !== null) resolve(match[0]);
      });
    }
    child.on('exit', (code) => reject(new Error(`serve ended with ${code}:\n${output}`)));
  });
  return {
    url,
    output: () => output,
    stop: async () => {
      child.kill('SIGINT');
      const [code] = await exited;
      return code;
    },
  };
}

/** Without what the repository's own npm tells its children about itself; the given Node comes first. */
function environment(nodeDirectory?: string): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && name !== 'NODE_PATH');
  const PATH = [nodeDirectory, process.env.PATH].filter((folder) => folder !== undefined).join(path.delimiter);
  return { ...Object.fromEntries(own), PATH, NO_COLOR: '1' };
}
