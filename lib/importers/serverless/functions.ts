import { runtimeFamily } from '../../spec';
import { functionId, layerId, functionUrlId } from './names';
import { mapOf, member, present, textOf, isMap, listOf, type JsonMap } from './value';
import { DEFAULT_HEADERS } from './cors';

const DEFAULT_TIMEOUT_SECONDS = 6;
const DEFAULT_MEMORY_MIB = 1024;

/** The file of a handler's module, relative to the service; undefined if there is none for Node.js. */
export type ModuleOf = (handler: string) => string | undefined;

export interface FunctionDefaults {
  readonly name: string;
  readonly stage: string;
  readonly provider: JsonMap;
  readonly moduleOf: ModuleOf;
}

/** The functions as CloudFormation has them. The code is the service's directory, or the module itself where it is one file. */
export function functionResources(functions: JsonMap, service: FunctionDefaults): JsonMap {
  return Object.fromEntries(Object.entries(functions).map(([name, fn]) => {
    const settings = { ...service.provider, ...mapOf(fn) };
    const image = settings['image'] === undefined ? undefined : imageOf(settings['image'], service);
    return [functionId(name), {
      Type: 'AWS::Lambda::Function',
      ...present({ Metadata: image?.metadata }),
      Properties: present({
        FunctionName: textOf(member(fn, 'name')) ?? `${service.name}-${service.stage}-${name}`,
        ...image?.properties ?? codeOf(settings, service.moduleOf),
        Runtime: image === undefined ? settings['runtime'] : undefined,
        Layers: image === undefined ? settings['layers'] : undefined,
        Timeout: settings['timeout'] ?? DEFAULT_TIMEOUT_SECONDS,
        MemorySize: settings['memorySize'] ?? DEFAULT_MEMORY_MIB,
        ReservedConcurrentExecutions: member(fn, 'reservedConcurrency'),
        Description: member(fn, 'description'),
        Environment: { Variables: { ...mapOf(service.provider['environment']), ...mapOf(member(fn, 'environment')) } },
      }),
    }];
  }));
}

/** The layers of the service: their directories, or the archives that are made of them. */
export function layerResources(layers: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(layers).map(([name, layer]) => {
    const content = textOf(member(layer, 'package', 'artifact')) ?? textOf(member(layer, 'path'));
    return [layerId(name), { Type: 'AWS::Lambda::LayerVersion', Properties: present({ Content: content }) }];
  }));
}

/** Modules are those of Node.js; a function in Python may be in a directory of its own, which a plugin calls its module. */
function codeOf({ handler, runtime, module: directory, package: packaged }: JsonMap, moduleOf: ModuleOf): JsonMap {
  const artifact = textOf(member(packaged, 'artifact'));
  const family = runtimeFamily(textOf(runtime)) ?? 'nodejs';
  if (family !== 'nodejs') return { Code: artifact ?? (family === 'python' ? textOf(directory) : undefined) ?? '.', Handler: handler };
  const module = artifact === undefined && typeof handler === 'string' ? moduleOf(handler) : undefined;
  return { Code: artifact ?? module ?? '.', Handler: handler };
}

/**
 * The image of a function: one of `provider.ecr.images` by its name, which may be built, or one that is in a registry.
 * @see https://www.serverless.com/framework/docs/providers/aws/guide/functions#referencing-container-image-as-a-target
 */
function imageOf(
  image: unknown, { name, stage, provider }: { readonly name: string; readonly stage: string; readonly provider: JsonMap },
) {
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

/**
 * The URLs of functions: `url: true`, or settings.
 * @see https://www.serverless.com/framework/docs/providers/aws/guide/functions#aws-lambda-function-urls
 */
export function urlResources(functions: JsonMap): JsonMap {
  return Object.fromEntries(Object.entries(functions).flatMap(([name, fn]) => {
    const url = member(fn, 'url');
    if (url === undefined || url === null || url === false) return [];
    const { authorizer, cors, invokeMode } = mapOf(url);
    // settings that are not known here may ask for signatures
    const isOpen = url === true || (isMap(url) && (authorizer === undefined || authorizer === null));
    const AuthType = isOpen ? 'NONE' : textOf(authorizer)?.toUpperCase() ?? String(authorizer ?? url);
    return [[functionUrlId(name), {
      Type: 'AWS::Lambda::Url',
      Properties: present({ TargetFunctionArn: { 'Fn::GetAtt': [functionId(name), 'Arn'] }, AuthType, InvokeMode: invokeMode, Cors: urlCors(cors) }),
    }]];
  }));
}

/** `cors: true` allows every origin, header and method. */
function urlCors(cors: unknown): unknown {
  if (cors === true) return { AllowOrigins: ['*'], AllowHeaders: DEFAULT_HEADERS, AllowMethods: ['*'] };
  if (!isMap(cors)) return cors === false ? undefined : cors;
  return present({
    AllowOrigins: listOf(cors['allowedOrigins'] ?? '*'), AllowHeaders: listOf(cors['allowedHeaders'] ?? DEFAULT_HEADERS), AllowMethods: listOf(cors['allowedMethods'] ?? '*'),
    AllowCredentials: cors['allowCredentials'], MaxAge: cors['maxAge'],
    ExposeHeaders: cors['exposedResponseHeaders'] === undefined ? undefined : listOf(cors['exposedResponseHeaders']),
  });
}
