import { isMap, mapOf, member, present, textOf, type JsonMap } from './value';

interface Service {
  readonly name: string;
  readonly stage: string;
  readonly provider: JsonMap;
}

/** A function in a container image, as CloudFormation and SAM's `Metadata` have it. */
interface ImageFunction {
  readonly properties: JsonMap;
  readonly metadata: JsonMap | undefined;
}

/**
 * The image of a function: one of `provider.ecr.images` by its name, which may be built, or one that is in a registry.
 * @see https://www.serverless.com/framework/docs/providers/aws/guide/functions#referencing-container-image-as-a-target
 */
export function imageOf(image: unknown, { name, stage, provider }: Service): ImageFunction {
  const settings = isMap(image) ? image : {};
  const named = textOf(settings['name']) ?? textOf(image) ?? '';
  const declared = mapOf(member(provider, 'ecr', 'images'))[named];
  const uri = textOf(settings['uri']) ?? textOf(declared) ?? textOf(member(declared, 'uri'));
  const isBuilt = uri === undefined && isMap(declared);
  const { command, entryPoint, workingDirectory } = settings;
  const config = present({ Command: command, EntryPoint: entryPoint, WorkingDirectory: workingDirectory });
  return {
    properties: {
      // the framework names the image that it builds so
      Code: { ImageUri: uri ?? (isBuilt ? `serverless-${name}-${stage}:${named}` : named) }, PackageType: 'Image',
      ...(Object.keys(config).length === 0 ? {} : { ImageConfig: config }),
    },
    metadata: isBuilt ? buildOf(declared) : undefined,
  };
}

function buildOf({ path = '.', file = 'Dockerfile', buildArgs, buildOptions, platform }: JsonMap): JsonMap {
  return present({
    DockerContext: path, Dockerfile: file, DockerBuildArgs: buildArgs, DockerBuildExtraParams: buildOptions, DockerBuildPlatform: platform,
  });
}
