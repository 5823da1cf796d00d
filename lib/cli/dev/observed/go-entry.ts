import path from 'node:path';
import { parse } from 'shell-quote';

/** Flags that do not change what a program does, as `GoFunction` may be given them. */
const HARMLESS = /^(?:-trimpath|-tags[= ]lambda\.norpc|-ldflags[= ](?:-[sw] ?)+)$/;
/** Flags whose value may be a word of its own. */
const WITH_VALUE = ['-tags', '-ldflags'];

/**
 * The package that the command of a bundle builds, if that is one call of `go build`, as GoFunction makes it: it is built here for this
 * machine instead.
 * @param words - `bash`, `-c` and a script
 * @param source - absolute path of the directory with the module
 * @returns its absolute path; undefined for any other command
 * @see https://docs.aws.amazon.com/cdk/api/v2/docs/@aws-cdk_aws-lambda-go-alpha.GoFunction.html
 */
export function goEntry(words: readonly string[], source: string): string | undefined {
  const parsed = parse(words[2] ?? '');
  const texts = parsed.filter((word) => typeof word === 'string').filter((word) => word !== '');
  const [go, build, option, output, ...others] = texts.filter((word) => word !== '-mod=vendor'); // go sees the directory itself
  const entry = others.pop();
  const isOne = parsed.every((word) => typeof word === 'string') && go === 'go' && build === 'build';
  if (!isOne || option !== '-o' || output !== '/asset-output/bootstrap' || entry === undefined || !/^\.(?:\/|$)/.test(entry)) return undefined;
  // a file stands for the package that it is in
  const directory = path.join(source, entry.endsWith('.go') ? path.dirname(entry) : entry).replace(/(?<=.)\/$/, '');
  return flagsOf(others).every((flag) => HARMLESS.test(flag)) ? directory : undefined;
}

/** Flags with their values: `-tags lambda.norpc`. */
function flagsOf(words: readonly string[]): readonly string[] {
  return words.flatMap((word, index) => {
    if (WITH_VALUE.includes(words[index - 1] ?? '')) return [];
    return WITH_VALUE.includes(word) ? [`${word} ${words[index + 1] ?? ''}`] : [word];
  });
}
