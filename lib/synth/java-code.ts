import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { GatewayError } from '../errors';
import { copyCode } from './copied-code';
import type { CodeFiles } from './function-code';
import { readArchive } from './read-archive';

/** A tool that builds Java, by the files that projects for it have. */
interface JavaTool {
  readonly name: string;
  readonly files: readonly string[];
  /** The command that builds what is taken. */
  readonly build: string;
  /** Reads the code that it has built in a project; undefined if it has built none. */
  readonly output: (directory: string) => CodeFiles | undefined;
}

const MAVEN: JavaTool = {
  name: 'Maven',
  files: ['pom.xml'],
  build: 'mvn package dependency:copy-dependencies -DincludeScope=runtime',
  output: mavenOutput,
};

const GRADLE: JavaTool = { name: 'Gradle', files: ['build.gradle', 'build.gradle.kts'], build: 'gradle build', output: gradleOutput };

/**
 * The code of a function in Java: of a Maven or Gradle project what has been built there, of any other directory its files; a jar is
 * unpacked, as on Lambda.
 * @param place - absolute path
 * @returns a directory whose files are the code, or the files
 * @throws FUNCTION_NOT_BUILT, SOURCE_UNREADABLE, FUNCTION_CODE_TOO_LARGE, FUNCTION_CODE_UNREADABLE
 */
export function javaCode(place: string): string | CodeFiles {
  if (isArchive(place)) return readArchive(place, readFileSync(place));
  const tool = toolOf(place);
  if (tool === undefined) return place;
  const output = tool.output(place);
  if (output !== undefined) return output;
  throw new GatewayError('FUNCTION_NOT_BUILT', { path: place, tool: tool.name, command: tool.build });
}

/** The name of the tool whose project a directory is; undefined if it is none. */
export function javaTool(directory: string): string | undefined {
  return toolOf(directory)?.name;
}

function toolOf(directory: string): JavaTool | undefined {
  return [MAVEN, GRADLE].find(({ files }) => files.some((name) => existsSync(path.join(directory, name))));
}

/** Whether a path is that of code in one file. */
export function isArchive(place: string): boolean {
  return /\.(?:jar|zip)$/i.test(place) && statSync(place, { throwIfNoEntry: false })?.isFile() === true;
}

/** Classes with the jars that were copied beside them, as SAM takes them; without those, a jar that may have all classes in it. */
function mavenOutput(directory: string): CodeFiles | undefined {
  const target = path.join(directory, 'target');
  const [classes, dependencies] = [path.join(target, 'classes'), path.join(target, 'dependency')];
  if (existsSync(classes) && existsSync(dependencies)) return new Map([...filesIn(classes), ...libraries(dependencies)]);
  return largestArchive(target) ?? (existsSync(classes) ? filesIn(classes) : undefined);
}

/** The archive of AWS's documentation (a task of type Zip), or else a jar. */
function gradleOutput(directory: string): CodeFiles | undefined {
  const build = path.join(directory, 'build');
  return largestArchive(path.join(build, 'distributions')) ?? largestArchive(path.join(build, 'libs'));
}

/** No code: sources, documentation, tests, and what a shaded jar was made of. */
const NO_CODE = /^original-|-(?:sources|javadoc|tests|plain)\.jar$/;

/** The largest has the dependencies in it, if one has. */
function largestArchive(directory: string): CodeFiles | undefined {
  const names = existsSync(directory) ? readdirSync(directory) : [];
  const archives = names.filter((name) => !NO_CODE.test(name)).map((name) => path.join(directory, name)).filter(isArchive);
  const [largest] = archives.sort((one, other) => statSync(other).size - statSync(one).size);
  return largest === undefined ? undefined : readArchive(largest, readFileSync(largest));
}

function filesIn(directory: string): CodeFiles {
  return copyCode({ family: 'java', code: directory, layers: [] }).files;
}

function libraries(directory: string): CodeFiles {
  return new Map([...filesIn(directory)].map(([name, contents]) => [`lib/${name}`, contents]));
}
