import { pseudoParameters } from '../../spec';
import { refuseTemplate } from './refuse';
import { isMap, member, singleKey, type JsonMap } from './value';

const REFERENCE = /\$\{([A-Za-z0-9.]+|AWS::[A-Z][A-Za-z]*)\}/g;

export type ParameterValues = Readonly<Record<string, unknown>>;

/** Values given for parameters, then their defaults, and the pseudo parameters that the translator knows. */
export function parameterValues(template: JsonMap, passed: ParameterValues, region: string): ParameterValues {
  const declared = member(template, 'Parameters');
  const defaults = Object.entries(isMap(declared) ? declared : {})
    .filter(([, parameter]) => isMap(parameter) && Object.hasOwn(parameter, 'Default'))
    .map(([name, parameter]) => [name, isMap(parameter) ? parameter['Default'] : undefined]);
  const { 'AWS::Partition': partition } = pseudoParameters({ accountId: '', region });
  return { 'AWS::Region': region, 'AWS::Partition': partition, ...Object.fromEntries(defaults), ...passed };
}

/** The value with references to parameters replaced; all other intrinsic functions stay. */
export function resolveParameters(value: unknown, parameters: ParameterValues): unknown {
  if (Array.isArray(value)) return value.map((item) => resolveParameters(item, parameters));
  if (!isMap(value)) return value;
  const key = singleKey(value);
  const name = value['Ref'];
  if (key === 'Ref' && typeof name === 'string' && Object.hasOwn(parameters, name)) return parameters[name];
  const map = key === 'Fn::Sub' ? { 'Fn::Sub': substituted(value['Fn::Sub'], parameters) } : value;
  return Object.fromEntries(Object.entries(map).map(([name, item]) => [name, resolveParameters(item, parameters)]));
}

function substituted(sub: unknown, parameters: ParameterValues): unknown {
  if (Array.isArray(sub) && typeof sub[0] === 'string') return [substituted(sub[0], parameters), ...sub.slice(1)];
  if (typeof sub !== 'string') return sub;
  return sub.replaceAll(REFERENCE, (whole, name: string) => {
    const value = Object.hasOwn(parameters, name) ? parameters[name] : whole;
    if (typeof value === 'string') return value;
    throw refuseTemplate(`Invalid Fn::Sub variable value ${JSON.stringify(value)}. Fn::Sub expects all variables to be strings.`);
  });
}
