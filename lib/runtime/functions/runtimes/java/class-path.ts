import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** AWS's client of the Runtime API, which loads the handler and converts events; its class with the main method. */
export const CLIENT = 'com.amazonaws.services.lambda.runtime.api.client.AWSLambda';

/** The same as a file of a jar or directory. */
const CLIENT_FILE = `${CLIENT.replaceAll('.', '/')}.class`;

/** A class path, and whether the client is in it. */
export interface ClassPath {
  /** Absolute paths, in order. */
  readonly entries: readonly string[];
  /** The entry with the client. */
  readonly client: string | undefined;
}

/**
 * The class path that Lambda makes of code and layers: the code's directory, the jars of its `lib` and those of layers, by their names.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/java-package.html
 */
export function classPathOf(codeDirectory: string): ClassPath {
  const jars = [path.join(codeDirectory, 'lib'), path.join(codeDirectory, '.opt', 'java', 'lib')].flatMap(jarsIn);
  const client = existsSync(path.join(codeDirectory, CLIENT_FILE)) ? codeDirectory : jars.find(hasClient);
  return { entries: [codeDirectory, ...jars], client };
}

function jarsIn(directory: string): readonly string[] {
  if (!existsSync(directory)) return [];
  return readdirSync(directory).filter((name) => name.endsWith('.jar')).sort().map((name) => path.join(directory, name));
}

/** Whether a jar has the client: the names in an archive are not compressed. */
function hasClient(jar: string): boolean {
  return readFileSync(jar).includes(CLIENT_FILE);
}
