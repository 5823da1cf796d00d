import path from 'node:path';
import { tokensIn } from '../../../spec';
import type { CodeSource, ImageBuild } from '../../imported-source';
import { itemsOf, memberOf, membersOf, textOf, type Members } from '../../value';
import { textsIn, type Assets } from '../assets';
import type { Resource } from '../stack';
import { present, type Made } from './draft';

/** The handler of an image whose own command is used, for people. */
const OWN_COMMAND = 'CMD of the image';

/** The container image of a function, or why it is not here; undefined for other code. */
export function imageOfFunction(resource: Resource, properties: Members, assets: Assets | undefined): Made<CodeSource> | undefined {
  const uri = memberOf(properties.Code, 'ImageUri');
  if (uri === undefined && properties.PackageType !== 'Image') return undefined;
  const image = textOf(uri) ?? '';
  const build = assets?.imageAt(image) ?? declaredBuild(resource);
  if (build !== undefined && 'reason' in build) return build;
  const isKnown = image !== '' && tokensIn(image).length === 0;
  if (build === undefined && !isKnown) return { reason: `its container image is known only after deployment: ${image}` };
  const { EntryPoint, Command, WorkingDirectory } = membersOf(properties.ImageConfig);
  const config = present({ entryPoint: wordsIn(EntryPoint), command: wordsIn(Command), workingDirectory: textOf(WorkingDirectory) });
  const handler = config.command?.join(' ') ?? OWN_COMMAND;
  return { part: { type: 'image', family: 'image', image, handler, config, ...present({ imageBuild: build?.part }) } };
}

/**
 * SAM's `Metadata` of a function whose image is built.
 * @see https://docs.aws.amazon.com/serverless-application-model/latest/developerguide/serverless-sam-cli-using-build.html
 */
function declaredBuild({ stack, logicalId }: Resource): Made<ImageBuild> | undefined {
  const { document } = stack.source;
  const metadata = membersOf(memberOf(memberOf(membersOf(document.value).Resources, logicalId), 'Metadata'));
  const [context, dockerfile] = [textOf(metadata.DockerContext), textOf(metadata.Dockerfile)];
  if (context === undefined || dockerfile === undefined) return undefined;
  const directory = path.resolve(path.dirname(document.file), context);
  if (/\.t(?:ar|gz|ar\.gz)$/.test(context)) return { reason: `its image is an archive, ${context}: load it, and name it as ImageUri` };
  const further = furtherOptions(itemsOf(metadata.DockerBuildExtraParams).map(String));
  if ('reason' in further) return further;
  const options = present({ target: textOf(metadata.DockerBuildTarget), platform: textOf(metadata.DockerBuildPlatform) });
  const file = path.resolve(directory, dockerfile);
  return { part: { directory, file, args: textsIn(metadata.DockerBuildArgs), ...options, ...further.part } };
}

const FURTHER = ['target', 'platform', 'network', 'ssh'] as const;

/** Options of a build, `--target test` or `--target=test`: an image that is built without one is another. */
function furtherOptions(words: readonly string[]): Made<Pick<ImageBuild, typeof FURTHER[number]>> {
  const part: Partial<Record<typeof FURTHER[number], string>> = {};
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const [, name = '', own] = /^--([a-z-]+)(?:=(.*))?$/.exec(word) ?? [];
    const known = FURTHER.find((option) => option === name);
    if (own === undefined) at += 1;
    const value = own ?? words[at];
    if (known === undefined || value === undefined) return { reason: `its image is built with ${word}, which is not known here` };
    part[known] ??= value;
  }
  return { part };
}

/** The texts of a list; undefined without any. */
function wordsIn(list: unknown): readonly string[] | undefined {
  const words = itemsOf(list).flatMap((word) => textOf(word) ?? []);
  return words.length === 0 ? undefined : words;
}
