import { functionId } from './names';
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
    return [functionId(name), {
      Type: 'AWS::Lambda::Function',
      Properties: present({
        FunctionName: textOf(member(fn, 'name')) ?? `${service.name}-${service.stage}-${name}`,
        ...codeOf(settings, service.moduleOf),
        Runtime: settings['runtime'],
        Timeout: settings['timeout'] ?? DEFAULT_TIMEOUT_SECONDS,
        MemorySize: settings['memorySize'] ?? DEFAULT_MEMORY_MIB,
        ReservedConcurrentExecutions: member(fn, 'reservedConcurrency'),
        Description: member(fn, 'description'),
        Environment: { Variables: { ...mapOf(service.provider['environment']), ...mapOf(member(fn, 'environment')) } },
      }),
    }];
  }));
}

function codeOf({ image, handler, package: packaged }: JsonMap, moduleOf: ModuleOf): JsonMap {
  if (image !== undefined) return { Code: { ImageUri: image }, PackageType: 'Image' };
  const artifact = textOf(member(packaged, 'artifact'));
  const module = artifact === undefined && typeof handler === 'string' ? moduleOf(handler) : undefined;
  return { Code: artifact ?? module ?? '.', Handler: handler };
}
