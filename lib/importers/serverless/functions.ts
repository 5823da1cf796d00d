import { runtimeFamily } from '../../spec';
import { imageOf } from './image';
import { functionId, layerId } from './names';
import { mapOf, member, present, textOf, type JsonMap } from './value';

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
