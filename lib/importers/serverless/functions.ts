import { functionId } from './names';
import { mapOf, member, present, textOf, type JsonMap } from './value';

const DEFAULT_TIMEOUT_SECONDS = 6;
const DEFAULT_MEMORY_MIB = 1024;

/** The functions as CloudFormation has them. The code is the service's directory, or the module itself where it is one file. */
export function functionResources(
  functions: JsonMap, service: { readonly name: string; readonly stage: string; readonly provider: JsonMap },
): JsonMap {
  return Object.fromEntries(Object.entries(functions).map(([name, fn]) => {
    const given = { ...service.provider, ...mapOf(fn) };
    return [functionId(name), {
      Type: 'AWS::Lambda::Function',
      Properties: present({
        FunctionName: textOf(member(fn, 'name')) ?? `${service.name}-${service.stage}-${name}`,
        ...codeOf(given),
        Runtime: given['runtime'],
        Timeout: given['timeout'] ?? DEFAULT_TIMEOUT_SECONDS,
        MemorySize: given['memorySize'] ?? DEFAULT_MEMORY_MIB,
        Description: member(fn, 'description'),
        Environment: { Variables: { ...mapOf(service.provider['environment']), ...mapOf(member(fn, 'environment')) } },
      }),
    }];
  }));
}

function codeOf({ image, handler, package: packaged }: JsonMap): JsonMap {
  if (image !== undefined) return { Code: { ImageUri: image }, PackageType: 'Image' };
  return { Code: textOf(member(packaged, 'artifact')) ?? '.', Handler: handler };
}
