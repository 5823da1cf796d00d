import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { javaCode } from '../../lib/synth/java-code';
import { packJar } from '../support/functions/java-code';
import { newDirectory } from '../support/temporary-directory';

/** A directory with these files. */
function directoryOf(...names: readonly string[]): string {
  const directory = newDirectory();
  for (const name of names) {
    mkdirSync(path.dirname(path.join(directory, name)), { recursive: true });
    writeFileSync(path.join(directory, name), name);
  }
  return directory;
}

/** Puts an archive into a directory. */
function pack(directory: string, name: string, ...files: readonly string[]): void {
  packJar(directoryOf(...files), path.join(directory, name));
}

const namesOf = (place: string): readonly string[] => {
  const code = javaCode(place);
  if (typeof code === 'string') throw new Error(`it is ${code}`);
  return [...code.keys()].filter((name) => !name.startsWith('META-INF/')).sort();
};

test('of Maven, classes are taken with the jars beside them, which are in lib', () => {
  expect(namesOf(directoryOf('pom.xml', 'src/a/A.java', 'target/classes/a/A.class', 'target/classes/log.xml', 'target/dependency/core.jar', 'target/app.jar')))
    .toEqual(['a/A.class', 'lib/core.jar', 'log.xml']);
});

test('of Maven without such jars, the jar that may have all in it is taken', () => {
  const directory = directoryOf('pom.xml', 'target/classes/a/A.class');
  pack(directory, 'target/original-app.jar', 'a/A.class', 'a/Large.class', 'a/Larger.class');
  pack(directory, 'target/app-sources.jar', 'a/A.java', 'a/Large.java', 'a/Larger.java', 'a/Largest.java');
  pack(directory, 'target/app.jar', 'a/A.class', 'b/B.class');
  expect(namesOf(directory)).toEqual(['a/A.class', 'b/B.class']);
});

test('of Maven without any jar, classes are taken', () => {
  expect(namesOf(directoryOf('pom.xml', 'target/classes/a/A.class'))).toEqual(['a/A.class']);
});

test.each(['build.gradle', 'build.gradle.kts'])('of Gradle (%s) the archive of its distribution is taken, or its largest jar', (file) => {
  const directory = directoryOf(file);
  pack(directory, 'build/libs/app-plain.jar', 'a/A.class', 'a/B.class', 'a/C.class');
  pack(directory, 'build/libs/app.jar', 'a/A.class');
  expect(namesOf(directory)).toEqual(['a/A.class']);
  pack(directory, 'build/distributions/app.zip', 'a/A.class', 'lib/core.jar');
  expect(namesOf(directory)).toEqual(['a/A.class', 'lib/core.jar']);
});

test('any other directory is taken as it is', () => {
  const directory = directoryOf('a/A.class', 'lib/core.jar');
  expect(javaCode(directory)).toBe(directory);
});

test('a jar is unpacked', () => {
  const directory = newDirectory();
  pack(directory, 'app.jar', 'a/A.class', 'lib/core.jar');
  expect(namesOf(path.join(directory, 'app.jar'))).toEqual(['a/A.class', 'lib/core.jar']);
});

test.each([
  ['pom.xml', 'Maven', 'mvn package dependency:copy-dependencies -DincludeScope=runtime'], ['build.gradle', 'Gradle', 'gradle build'],
])('FUNCTION_NOT_BUILT: a project with %s and no output names the command', (file, tool, command) => {
  const directory = directoryOf(file, 'src/main/java/a/A.java');
  expect(() => javaCode(directory)).toThrow(expect.objectContaining({ code: 'FUNCTION_NOT_BUILT', details: { path: directory, tool, command } }));
});
