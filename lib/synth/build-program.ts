import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { GatewayError } from '../errors';
import { copyCode, copying, isLeftOut } from './copied-code';
import { executable, type CodeFiles } from './function-code';
import { isBuildInput, type ProgramBuild } from './program-build';
import { endAtExit, removePlace, temporaryPlace } from './temporary-place';

/** Most lines of a compiler's output in an error: the rest follows from the first. */
const SHOWN_LINES = 12;
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The command that installs a tool; elsewhere than on these systems, its web page. */
const INSTALL: Readonly<Record<ProgramBuild['tool'], Partial<Record<NodeJS.Platform, string>> & { readonly page: string }>> = {
  go: { linux: 'apt-get install golang-go', darwin: 'brew install go', win32: 'winget install GoLang.Go', page: 'https://go.dev/dl/' },
  cargo: { linux: 'curl https://sh.rustup.rs | sh', darwin: 'brew install rust', win32: 'winget install Rustlang.Rustup', page: 'https://rustup.rs' },
  make: { linux: 'apt-get install make', darwin: 'xcode-select --install', win32: 'winget install GnuWin32.Make', page: 'https://www.gnu.org/software/make/' },
};

/** This machine by Go's names: its own settings may name another. */
const GO_TARGET = {
  GOOS: process.platform === 'win32' ? 'windows' : process.platform,
  GOARCH: process.arch === 'x64' ? 'amd64' : process.arch,
};
/** How an archive of a Go package begins that has no program. */
const ARCHIVE = '!<arch>';

interface Command {
  readonly tool: string;
  readonly args: readonly string[];
  readonly directory: string;
  readonly environment: NodeJS.ProcessEnv;
}

interface Ended {
  readonly isMissing: boolean;
  readonly hasSucceeded: boolean;
  readonly out: string;
  readonly err: string;
}

/**
 * Builds a program for this machine, whatever system it is deployed to: with the caches of Go and Cargo, and outside of the project.
 * @returns the program as `bootstrap`, and the other files of its directory; of a makefile, what it puts into ARTIFACTS_DIR
 * @throws FUNCTION_BUILD_FAILED, FUNCTION_TOOLCHAIN_MISSING, FUNCTION_CODE_UNREADABLE
 */
export function buildProgram(build: ProgramBuild): Promise<CodeFiles> {
  const { tool, root } = build;
  // Cargo builds packages of one workspace one by one anyway, and puts programs of one name into one place
  return tool === 'cargo' ? inTurn(root, () => buildIn(newPlace(), build)) : buildIn(newPlace(), build);
}

async function buildIn(place: string, build: ProgramBuild): Promise<CodeFiles> {
  try {
    return filesOf(build, place, await run(copying(build.directory, () => commandOf(build, place))));
  } finally {
    removePlace(place);
  }
}

/** The last build of each workspace, until it has ended. */
const LAST = new Map<string, Promise<unknown>>();

function inTurn(root: string, build: () => Promise<CodeFiles>): Promise<CodeFiles> {
  const built = Promise.resolve(LAST.get(root)).then(build, build);
  LAST.set(root, built);
  return built.finally(() => {
    if (LAST.get(root) === built) LAST.delete(root);
  });
}

/** The same, for an app that declares its functions: nothing else happens meanwhile. */
export function buildProgramSync(build: ProgramBuild): CodeFiles {
  const place = newPlace();
  try {
    return filesOf(build, place, runSync(copying(build.directory, () => commandOf(build, place))));
  } finally {
    removePlace(place);
  }
}

function newPlace(): string {
  return temporaryPlace('synthgate-build-');
}

function commandOf({ tool, directory, logicalId, root }: ProgramBuild, place: string): Command {
  // it would build for another system than this
  const { CARGO_BUILD_TARGET, ...inherited } = process.env;
  switch (tool) {
    case 'go': {
      const args = ['build', '-tags', 'lambda.norpc', '-o', path.join(place, 'bootstrap'), '.'];
      return { tool, args, directory, environment: { ...inherited, ...GO_TARGET, CGO_ENABLED: '0' } };
    }
    // not --release: a save has to be built in a moment; of what a debugger reads, only lines are kept, for traces
    case 'cargo': {
      const environment = { CARGO_PROFILE_DEV_DEBUG: 'line-tables-only', ...inherited, CARGO_TARGET_DIR: cargoCache(root) };
      return { tool, args: ['build', '--message-format=json-render-diagnostics'], directory, environment };
    }
    case 'make': {
      const [copy, artifacts] = [path.join(place, 'source'), path.join(place, 'artifacts')];
      // as `sam build` does: makefiles leave their results beside the source, and must not find older ones there
      cpSync(directory, copy, { recursive: true, filter: (file) => file === directory || !isLeftOutOfMake(path.basename(file)) });
      mkdirSync(artifacts);
      return { tool, args: [`build-${logicalId ?? ''}`], directory: copy, environment: { ...inherited, ARTIFACTS_DIR: artifacts } };
    }
  }
}

function isLeftOutOfMake(name: string): boolean {
  return isLeftOut(name) || name === 'target' || name === 'node_modules';
}

/** Where Cargo keeps what it compiled of a package, for the next build. */
function cargoCache(root: string): string {
  const { XDG_CACHE_HOME: named } = process.env;
  const caches = named !== undefined && path.isAbsolute(named) ? named : path.join(homedir(), '.cache');
  return path.join(caches, 'synthgate', 'cargo', createHash('sha256').update(root).digest('hex').slice(0, 16));
}

function run({ tool, args, directory, environment }: Command): Promise<Ended> {
  return new Promise((resolve) => {
    endAtExit(execFile(tool, args, { cwd: directory, env: environment, maxBuffer: MAX_OUTPUT_BYTES }, (error, out, err) => {
      const hasStarted = typeof error?.code !== 'string';
      resolve({ isMissing: error?.code === 'ENOENT', hasSucceeded: error === null, out, err: hasStarted ? err : error.message });
    }));
  });
}

function runSync({ tool, args, directory, environment }: Command): Ended {
  const { error, status, stdout: out, stderr: err } = spawnSync(tool, args, {
    cwd: directory, env: environment, maxBuffer: MAX_OUTPUT_BYTES, encoding: 'utf8',
  });
  // a command that could not be started has no output
  if (error !== undefined) return { isMissing: 'code' in error && error.code === 'ENOENT', hasSucceeded: false, out: '', err: error.message };
  return { isMissing: false, hasSucceeded: status === 0, out, err };
}

function filesOf(build: ProgramBuild, place: string, { isMissing, hasSucceeded, out, err }: Ended): CodeFiles {
  const { tool, directory } = build;
  if (isMissing) {
    const { page, [process.platform]: install = page } = INSTALL[tool];
    throw new GatewayError('FUNCTION_TOOLCHAIN_MISSING', { path: directory, tool, install });
  }
  if (!hasSucceeded) throw buildFailed(build, err.trim() === '' ? out : err);
  if (tool === 'make') return artifactsOf(build, path.join(place, 'artifacts'));
  const program = tool === 'go' ? path.join(place, 'bootstrap') : cargoProgram(build, out);
  const { files } = copyCode({ family: 'provided', code: directory, layers: [], isLeftOut: (name) => isBuildInput(build, name) });
  const contents = readFileSync(program);
  if (contents.toString('latin1', 0, ARCHIVE.length) === ARCHIVE) throw buildFailed(build, 'the package has no program: it is not package main');
  return new Map([...files, ['bootstrap', executable(contents)]]);
}

function artifactsOf(build: ProgramBuild, directory: string): CodeFiles {
  const { family = 'provided', logicalId = '' } = build;
  const { files } = copyCode({ family, code: directory, layers: [] });
  const isComplete = family === 'provided' ? files.has('bootstrap') : files.size > 0;
  if (!isComplete) throw buildFailed(build, `build-${logicalId} puts ${family === 'provided' ? 'no bootstrap' : 'nothing'} into $(ARTIFACTS_DIR)`);
  return files;
}

/** The program that Cargo names: the only one, or the one that the template chooses. */
function cargoProgram(build: ProgramBuild, out: string): string {
  const programs = out.split('\n').flatMap((line) => /"executable":"((?:[^"\\]|\\.)+)"/.exec(line)?.[1] ?? [])
    .map((text) => String(JSON.parse(`"${text}"`)));
  const nameOf = (program: string): string => path.basename(program, '.exe');
  const chosen = programs.filter((program) => (build.binary ?? nameOf(program)) === nameOf(program));
  const [program] = chosen;
  if (program !== undefined && chosen.length === 1) return program;
  const names = programs.map(nameOf).join(', ');
  throw buildFailed(build, names === '' ? 'the package has no program' : `one program is needed, and the package has ${names}; BuildProperties: { Binary: … } names it`);
}

/** Lines that name a package, or what follows: `# example.com/orders`. */
const NOISE = /^(?:#|\s*Compiling|\s*Updating|\s*Locking|\s*Downloading|\s*Blocking|$)/;

function buildFailed({ tool, directory }: ProgramBuild, output: string): GatewayError {
  const lines = output.split('\n').map((line) => line.trimEnd()).filter((line) => !NOISE.test(line));
  return new GatewayError('FUNCTION_BUILD_FAILED', { tool, path: directory, text: lines.slice(0, SHOWN_LINES).join('\n') });
}
