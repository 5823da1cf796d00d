import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import type { Wanted } from '../runtime-kind';
import { RuntimeMissing } from '../runtime-missing';
import { inPath, installCommand, majorOfRuntime, namesIn, nearest, remembered, runProgram } from '../search';

export interface Java {
  /** Absolute path, never a shim. */
  readonly executable: string;
  /** `21.0.4`; `1.8.0_412` of Java 8. */
  readonly version: string;
  /** 8, 21. */
  readonly major: number;
  readonly home: string;
}

const PROGRAM = process.platform === 'win32' ? 'java.exe' : 'java';

const search = remembered<Java>();

/** Finds the Java for a function: the wanted version, then the next newer one, which runs older code, then any. @throws RuntimeMissing */
export function findJava({ runtime = 'java' }: Pick<Wanted, 'runtime'>): Promise<Java> {
  const files = candidates().filter((file) => existsSync(file));
  return search([runtime, ...files].join('\n'), () => bestOf(files, runtime));
}

async function bestOf(files: readonly string[], runtime: string): Promise<Java> {
  const wanted = majorOfRuntime(runtime) ?? 0;
  const otherVersions: Java[] = [];
  for (const file of files) {
    const java = await ask(file);
    if (java?.major === wanted) return java;
    if (java !== undefined) otherVersions.push(java);
  }
  const java = nearest(otherVersions, wanted);
  if (java !== undefined) return java;
  throw new RuntimeMissing({
    runtime,
    lookedIn: 'no java answered by JAVA_HOME, in PATH, or where Debian, SDKMAN, asdf, mise, jenv and Homebrew install it',
    install: installJava(runtime),
  });
}

function candidates(): readonly string[] {
  const { JAVA_HOME: own } = process.env;
  const programs = (homes: readonly string[]): readonly string[] => homes.map((home) => path.join(home, 'bin', PROGRAM));
  return [...programs(own === undefined ? [] : [own]), ...inPath(PROGRAM), ...programs(installed())];
}

/** Where packages and version managers keep their versions. */
function installed(): readonly string[] {
  const home = homedir();
  const { SDKMAN_DIR: sdkman, ASDF_DATA_DIR: asdf, MISE_DATA_DIR: mise, JENV_ROOT: jenv } = process.env;
  const folders = [
    '/usr/lib/jvm',
    path.join(sdkman ?? path.join(home, '.sdkman'), 'candidates', 'java'),
    path.join(asdf ?? path.join(home, '.asdf'), 'installs', 'java'),
    path.join(mise ?? path.join(home, '.local', 'share', 'mise'), 'installs', 'java'),
    path.join(jenv ?? path.join(home, '.jenv'), 'versions'),
    path.join(home, '.jdks'),
  ];
  const bundles = ['/Library/Java/JavaVirtualMachines', path.join(home, 'Library', 'Java', 'JavaVirtualMachines')];
  const brewed = ['/opt/homebrew/opt', '/usr/local/opt', '/home/linuxbrew/.linuxbrew/opt'];
  return [
    ...folders.flatMap((folder) => namesIn(folder).map((name) => path.join(folder, name))),
    ...bundles.flatMap((folder) => namesIn(folder).map((name) => path.join(folder, name, 'Contents', 'Home'))),
    ...brewed.flatMap((folder) => namesIn(folder).filter((name) => name.startsWith('openjdk')).map((name) => path.join(folder, name))),
  ];
}

/** Asks a candidate what it is; undefined if it is no Java. It answers on its error output, as every version does. */
async function ask(file: string): Promise<Java | undefined> {
  const { errors: text = '' } = await runProgram(file, ['-XshowSettings:properties', '-version']) ?? {};
  const setting = (name: string): string | undefined => new RegExp(`^\\s*${name.replace('.', '\\.')} = (.+?)\\r?$`, 'm').exec(text)?.[1];
  const [home, version] = [setting('java.home'), setting('java.version')];
  const [, first = '', second = ''] = /^(\d+)(?:\.(\d+))?/.exec(version ?? '') ?? [];
  if (home === undefined || version === undefined || first === '') return undefined;
  return { executable: path.join(home, 'bin', PROGRAM), version, major: Number(first === '1' ? second : first), home };
}

export function installJava(runtime: string): string {
  const version = majorOfRuntime(runtime) ?? '';
  const elsewhere = `apt-get install openjdk-${version}-jdk-headless, or sdk install java with a version ${version}`;
  return installCommand({ brew: `openjdk@${version}`, winget: `EclipseAdoptium.Temurin.${version}.JDK`, elsewhere });
}
