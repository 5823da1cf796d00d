import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { namesIn } from '../search';

const GROUP = 'com.amazonaws';
const CLIENT = 'aws-lambda-java-runtime-interface-client';
/** AWS's client, and what it needs. */
const ARTIFACTS = [CLIENT, 'aws-lambda-java-core', 'aws-lambda-java-serialization'];

/** The command that puts the client with all that it needs where it is looked for. */
export const GET_CLIENT = `mvn dependency:get -Dartifact=${GROUP}:${CLIENT}:LATEST`;

/** The jars of AWS's client of the newest version that Maven or Gradle has downloaded; none if one of them is missing. */
export function cachedClient(): readonly string[] {
  const jars = ARTIFACTS.map(cachedJar);
  return jars.includes(undefined) ? [] : jars.filter((jar) => jar !== undefined);
}

function cachedJar(artifact: string): string | undefined {
  return [...inMaven(artifact), ...inGradle(artifact)].find((file) => existsSync(file));
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
