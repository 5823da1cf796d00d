import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { RuntimeMissing } from '../runtime-missing';
import { namesIn } from '../search';

/** AWS's client of the Runtime API, which loads the handler and converts events; its class with the main method. */
export const CLIENT = 'com.amazonaws.services.lambda.runtime.api.client.AWSLambda';

/** The same as a file of a jar or directory. */
const CLIENT_FILE = `${CLIENT.replaceAll('.', '/')}.class`;
const GROUP = 'com.amazonaws';
const ARTIFACT = 'aws-lambda-java-runtime-interface-client';
/** The client, and what it needs. */
const ARTIFACTS = [ARTIFACT, 'aws-lambda-java-core', 'aws-lambda-java-serialization'];

/** A class path with AWS's client in it. */
export interface ClassPath {
  /** Absolute paths, in order. */
  readonly entries: readonly string[];
  /** The entry with the client. */
  readonly client: string;
  /** The jars of the client, if it is not in the code. */
  readonly cached: readonly string[];
}

/**
 * The class path that Lambda makes of code and layers, the code's directory, the jars of its `lib` and those of layers by their names; and
 * behind it the client that Maven or Gradle has downloaded, if the code has none.
 * @throws RuntimeMissing
 * @see https://docs.aws.amazon.com/lambda/latest/dg/java-package.html
 */
export function classPathOf(codeDirectory: string, runtime: string): ClassPath {
  const jars = [path.join(codeDirectory, 'lib'), path.join(codeDirectory, '.opt', 'java', 'lib')].flatMap(jarsIn);
  const hasClient = (jar: string): boolean => readFileSync(jar).includes(CLIENT_FILE); // the names in an archive are not compressed
  const own = existsSync(path.join(codeDirectory, CLIENT_FILE)) ? codeDirectory : jars.find(hasClient);
  if (own !== undefined) return { entries: [codeDirectory, ...jars], client: own, cached: [] };
  const cached = ARTIFACTS.flatMap((artifact) => [...inMaven(artifact), ...inGradle(artifact)].find((file) => existsSync(file)) ?? []);
  const [client] = cached;
  if (client !== undefined && cached.length === ARTIFACTS.length) return { entries: [codeDirectory, ...jars, ...cached], client, cached };
  throw new RuntimeMissing({
    runtime, install: `mvn dependency:get -Dartifact=${GROUP}:${ARTIFACT}:LATEST`,
    lookedIn: `the client of the Runtime API (${ARTIFACT}) is neither in its code nor where Maven or Gradle keep what they download`,
  });
}

function jarsIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => name.endsWith('.jar')).sort().map((name) => path.join(directory, name));
}

function inMaven(artifact: string): readonly string[] {
  const folder = path.join(mavenRepository(), ...GROUP.split('.'), artifact);
  return namesIn(folder).map((version) => path.join(folder, version, `${artifact}-${version}.jar`));
}

/** Gradle has a directory for each file, named by its digest. */
function inGradle(artifact: string): readonly string[] {
  const { GRADLE_USER_HOME: home = path.join(userHome(), '.gradle') } = process.env;
  const folder = path.join(home, 'caches', 'modules-2', 'files-2.1', GROUP, artifact);
  return namesIn(folder).flatMap((version) => namesIn(path.join(folder, version))
    .map((digest) => path.join(folder, version, digest, `${artifact}-${version}.jar`)));
}

/** @see https://maven.apache.org/settings.html#simple-values */
function mavenRepository(): string {
  const settings = path.join(userHome(), '.m2', 'settings.xml');
  const text = existsSync(settings) ? readFileSync(settings, 'utf8').replace(/<!--[\s\S]*?-->/g, '') : '';
  const named = /<localRepository>\s*([^<]+?)\s*<\/localRepository>/.exec(text)?.[1];
  return named?.replace('${user.home}', userHome()) ?? path.join(userHome(), '.m2', 'repository');
}

function userHome(): string {
  return process.env['HOME'] ?? homedir();
}
