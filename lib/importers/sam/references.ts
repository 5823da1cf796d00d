import type { Made } from './translation';
import { isMap, singleKey } from './value';

/** The types that references such as `Api.Stage` name, by their last part. */
const REFERABLE: Readonly<Record<string, string | readonly string[]>> = {
  Alias: 'AWS::Lambda::Alias',
  Version: 'AWS::Lambda::Version',
  Stage: ['AWS::ApiGateway::Stage', 'AWS::ApiGatewayV2::Stage'],
  Deployment: 'AWS::ApiGateway::Deployment',
  DomainName: 'AWS::ApiGateway::DomainName',
  DomainNameV2: ['AWS::ApiGateway::DomainNameV2', 'AWS::ApiGatewayV2::DomainName'],
  UsagePlan: 'AWS::ApiGateway::UsagePlan',
  UsagePlanKey: 'AWS::ApiGateway::UsagePlanKey',
  ApiKey: 'AWS::ApiGateway::ApiKey',
};

/** Logical ids by reference, as in `Api.Stage`. */
export type References = ReadonlyMap<string, string>;

/** Returns the references to what one SAM resource makes. The last resource of a type counts. */
export function referencesOf(id: string, resources: readonly Made[]): readonly (readonly [string, string])[] {
  return Object.entries(REFERABLE).flatMap(([name, type]) => {
    const last = resources.filter((resource) => [type].flat().includes(resource.type)).at(-1);
    return last === undefined ? [] : [[`${id}.${name}`, last.id] as const];
  });
}

/** Returns the template with such references replaced in `Ref`, `Fn::GetAtt` and `Fn::Sub`. */
export function resolveReferences(value: unknown, references: References): unknown {
  if (references.size === 0) return value;
  if (Array.isArray(value)) return value.map((item) => resolveReferences(item, references));
  if (!isMap(value)) return value;
  const key = singleKey(value);
  if (key === 'Ref') return { Ref: references.get(String(value['Ref'])) ?? value['Ref'] };
  if (key === 'Fn::GetAtt') return { 'Fn::GetAtt': attribute(value['Fn::GetAtt'], references) };
  const map = key === 'Fn::Sub' ? { 'Fn::Sub': substituted(value['Fn::Sub'], references) } : value;
  return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, resolveReferences(item, references)]));
}

/** The YAML tag breaks `Api.Stage.Name` at its first dot. */
function attribute(value: unknown, references: References): unknown {
  if (!Array.isArray(value) || !value.every((part) => typeof part === 'string')) return value;
  const [id = '', name = '', ...rest] = value.join('.').split('.');
  const target = references.get(`${id}.${name}`);
  if (target !== undefined) return [target, rest.join('.')];
  return [references.get(id) ?? value[0], ...value.slice(1)];
}

function substituted(sub: unknown, references: References): unknown {
  if (Array.isArray(sub)) return [substituted(sub[0], references), ...sub.slice(1)];
  if (typeof sub !== 'string') return sub;
  return sub.replaceAll(/\$\{([A-Za-z0-9]+)((?:\.[A-Za-z0-9]+)*)\}/g, (whole, id: string, path: string) => {
    const [name = '', ...rest] = path.split('.').slice(1);
    const target = references.get(`${id}.${name}`);
    const own = references.get(id);
    if (target !== undefined) return `\${${[target, ...rest].join('.')}}`;
    return own === undefined ? whole : `\${${own}${path}}`;
  });
}
