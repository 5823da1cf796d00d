import { execFileSync } from 'node:child_process';
import { chmodSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { buildProgram, buildProgramSync } from '../../lib/synth/build-program';
import { programBuild, type ProgramBuild, type ProgramSource } from '../../lib/synth/program-build';
import { TINY_CARGO, TINY_GO } from '../support/functions/programs';
import { newProject } from '../support/project';
import { newDirectory } from '../support/temporary-directory';

const { PATH, XDG_CACHE_HOME } = process.env;
// Go has its own there, and keeps it
beforeAll(() => { process.env.GOCACHE ??= execFileSync('go', ['env', 'GOCACHE'], { encoding: 'utf8' }).trim(); });
beforeEach(() => { process.env.XDG_CACHE_HOME = newDirectory(); });
afterEach(() => {
  Object.assign(process.env, { PATH, XDG_CACHE_HOME: XDG_CACHE_HOME ?? '' });
  delete process.env.GOOS;
});

function buildIn(files: Readonly<Record<string, string>>, hints: Omit<ProgramSource, 'directory'> = {}): { readonly build: ProgramBuild; readonly names: () => readonly string[] } {
  const project = newProject(files);
  const build = programBuild({ directory: project.file('fn'), ...hints });
  if (build === undefined) throw new Error('there is nothing to build');
  return { build, names: () => readdirSync(project.directory, { recursive: true }).map(String).sort() };
}

/** The output of a built program. */
function outputOf(program: Uint8Array | undefined): string {
  const file = path.join(newDirectory(), 'bootstrap');
  writeFileSync(file, program ?? '');
  chmodSync(file, 0o755);
  return execFileSync(file, { encoding: 'utf8' });
}

const GREETING = 'package main\n\nimport "os"\n\nfunc main() { os.Stdout.WriteString("hello from Go") }\n';

describe('Go', () => {
  test('is built for this machine, with the other files of its directory, and leaves nothing there', async () => {
    process.env.GOOS = 'windows';
    const { build, names } = buildIn({ ...TINY_GO, 'fn/main.go': GREETING, 'fn/data/prices.json': '{}', 'fn/main_test.go': 'package main\n' });
    const before = names();
    const files = await buildProgram(build);
    expect([...files.keys()].sort()).toEqual(['bootstrap', 'data/prices.json']);
    expect(files.get('bootstrap')?.isExecutable).toBe(true);
    expect(outputOf(files.get('bootstrap'))).toBe('hello from Go');
    expect(names()).toEqual(before);
    expect([...buildProgramSync(build).keys()].sort()).toEqual(['bootstrap', 'data/prices.json']);
  });

  test('FUNCTION_BUILD_FAILED: says what the compiler says', async () => {
    const { build } = buildIn({ ...TINY_GO, 'fn/main.go': 'package main\n\nfunc main() { total() }\n' });
    const failure = { code: 'FUNCTION_BUILD_FAILED', details: { tool: 'go', path: build.directory, text: './main.go:3:15: undefined: total' } };
    await expect(buildProgram(build)).rejects.toMatchObject(failure);
    expect(() => buildProgramSync(build)).toThrow('./main.go:3:15: undefined: total');
  });

  test('is built for this machine whatever Go is set to', async () => {
    process.env.GOENV = path.join(newDirectory(), 'env');
    writeFileSync(process.env.GOENV, 'GOOS=windows\nGOARCH=386\n');
    try {
      expect(outputOf((await buildProgram(buildIn({ ...TINY_GO, 'fn/main.go': GREETING }).build)).get('bootstrap'))).toBe('hello from Go');
    } finally {
      delete process.env.GOENV;
    }
  });

  test('a package that is no program fails', async () => {
    const { build } = buildIn({ ...TINY_GO, 'fn/main.go': 'package orders\n\nfunc Total() int { return 1 }\n' });
    await expect(buildProgram(build)).rejects.toThrow('the package has no program: it is not package main');
  });

  test.each([['go', TINY_GO], ['cargo', TINY_CARGO]])('%s that cannot be started fails with the reason', async (tool, files) => {
    const { build } = buildIn(files);
    process.env.PATH = newDirectory();
    writeFileSync(path.join(process.env.PATH, tool), 'no program', { mode: 0o644 });
    await expect(buildProgram(build)).rejects.toThrow(`${tool} cannot build ${build.directory}: spawn ${tool} EACCES`);
    expect(() => buildProgramSync(build)).toThrow(`${tool} EACCES`);
  });

  test('FUNCTION_TOOLCHAIN_MISSING: says what is missing, and what installs it', async () => {
    const { build } = buildIn(TINY_GO);
    process.env.PATH = newDirectory();
    const failure = { code: 'FUNCTION_TOOLCHAIN_MISSING', details: { tool: 'go', path: build.directory, install: expect.stringMatching(/go/i) as string } };
    await expect(buildProgram(build)).rejects.toMatchObject(failure);
    expect(() => buildProgramSync(build)).toThrow('is built with go, which is not in PATH; install it with: ');
  });
});

describe('Cargo', () => {
  test('is built with its cache outside of the project', async () => {
    const { build, names } = buildIn({ ...TINY_CARGO, 'fn/src/main.rs': 'fn main() { print!("hello from Rust"); }\n', 'fn/data.txt': '' });
    const files = await buildProgram(build);
    expect([...files.keys()].sort()).toEqual(['bootstrap', 'data.txt']);
    expect(outputOf(files.get('bootstrap'))).toBe('hello from Rust');
    expect(names()).not.toContain('fn/target');
    expect(readdirSync(path.join(process.env.XDG_CACHE_HOME ?? '', 'synthgate', 'cargo'))).toHaveLength(1);
  });

  test('a package with several programs needs the name of one', async () => {
    const programs = { ...TINY_CARGO, 'fn/src/bin/refunds.rs': 'fn main() { print!("refunds"); }\n' };
    await expect(buildProgram(buildIn(programs).build)).rejects.toThrow(/one program is needed, and the package has (orders, refunds|refunds, orders); BuildProperties/);
    expect(outputOf((await buildProgram(buildIn(programs, { binary: 'refunds' }).build)).get('bootstrap'))).toBe('refunds');
  });

  test('programs of one name in one workspace are each their own', async () => {
    const member = (name: string) => ({
      [`${name}/Cargo.toml`]: `[package]\nname = "${name}"\nversion = "0.1.0"\n\n[[bin]]\nname = "bootstrap"\npath = "main.rs"\n`,
      [`${name}/main.rs`]: `fn main() { print!("${name}"); }\n`,
    });
    const project = newProject({ 'Cargo.toml': '[workspace]\nmembers = ["orders", "refunds"]\n', ...member('orders'), ...member('refunds') });
    const outputs = await Promise.all(['orders', 'refunds', 'orders', 'refunds'].map(async (name) => {
      const build = programBuild({ directory: project.file(name) });
      return build && outputOf((await buildProgram(build)).get('bootstrap'));
    }));
    expect(outputs).toEqual(['orders', 'refunds', 'orders', 'refunds']);
  });

  test('a failure is what the compiler says', async () => {
    const { build } = buildIn({ ...TINY_CARGO, 'fn/src/main.rs': 'fn main() { total(); }\n' });
    await expect(buildProgram(build)).rejects.toThrow(/cargo cannot build .*: error\[E0425\]: cannot find function `total`[^]*src\/main\.rs:1:13/);
  });

  test('a toolchain that is missing is named', async () => {
    const { build } = buildIn(TINY_CARGO);
    process.env.PATH = newDirectory();
    await expect(buildProgram(build)).rejects.toThrow('is built with cargo, which is not in PATH');
  });
});

describe('a makefile', () => {
  const hints = { method: 'makefile', logicalId: 'Orders' };

  test('builds the target of the function from a copy, and what it puts into ARTIFACTS_DIR is the code', async () => {
    const { build, names } = buildIn({
      'fn/Makefile': 'build-Orders:\n\tprintf "#!/bin/sh\\necho made" > bootstrap\n\tchmod +x bootstrap\n\tcp bootstrap $(ARTIFACTS_DIR)\n',
    }, hints);
    const before = names();
    const files = await buildProgram(build);
    expect([[...files.keys()], outputOf(files.get('bootstrap'))]).toEqual([['bootstrap'], 'made\n']);
    expect(names()).toEqual(before);
  });

  test('finds Cargo\'s results where it looks for them, and no older ones', async () => {
    const { build } = buildIn({
      ...TINY_CARGO,
      'fn/src/main.rs': 'fn main() { println!("made by Cargo"); }\n',
      'fn/target/release/orders': 'an old program',
      'fn/Makefile': 'build-Orders:\n\ttest ! -e target\n\tcargo build\n\tfind target/debug -maxdepth 1 -type f -perm -u+x -exec cp {} $(ARTIFACTS_DIR)/bootstrap \\;\n',
    }, hints);
    expect(outputOf((await buildProgram(build)).get('bootstrap'))).toBe('made by Cargo\n');
  });

  test.each([
    ['build-Orders:\n\t@true\n', 'build-Orders puts no bootstrap into $(ARTIFACTS_DIR)'], ['other:\n', "No rule to make target 'build-Orders'"],
  ])('%j fails: %s', async (text, reason) => {
    await expect(buildProgram(buildIn({ 'fn/Makefile': text }, hints).build)).rejects.toThrow(reason);
  });
});
