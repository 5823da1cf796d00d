import { tokensIn } from '../../../spec';
import { isMembers, splitOnce, textOf } from '../../value';
import { known, problem, type Intrinsic } from './result';

/** `Ref`: a parameter, a pseudo parameter, or what identifies a resource. */
export const ref: Intrinsic = (given, scope) => {
  const value = typeof given === 'string' ? scope.reference(given) : undefined;
  return value === undefined ? problem(`there is no parameter or resource ${String(given)}`) : known(value);
};

/** `Fn::GetAtt`: `[resource, attribute]` or `resource.attribute`. */
export const getAtt: Intrinsic = (given, scope) => {
  const parts = typeof given === 'string' ? splitOnce(given) : Array.isArray(given) ? given : [];
  const [resource, ...attribute] = parts.map((part) => textOf(part));
  if (resource === undefined || attribute.length === 0 || attribute.includes(undefined)) return problem('expected a resource and an attribute');
  const value = scope.attribute(resource, attribute.join('.'));
  return value === undefined ? problem(`there is no resource ${resource}`) : known(value);
};

/** `Fn::ImportValue`: what another stack exports. */
export const importValue: Intrinsic = (given, scope) => {
  const name = textOf(given);
  return name === undefined ? problem('expected the name of an export') : known(scope.importValue(name));
};

/** `Fn::FindInMap`: `[map, first key, second key, { DefaultValue }]`. */
export const findInMap: Intrinsic = (given, scope) => {
  const [map, first, second, options]: readonly unknown[] = Array.isArray(given) ? given : [];
  const keys = [map, first, second].map((key) => textOf(key) ?? '');
  const value = scope.mapping(keys[0] ?? '', keys[1] ?? '', keys[2] ?? '');
  if (value !== undefined) return known(value);
  if (isMembers(options) && 'DefaultValue' in options) return known(options.DefaultValue);
  const unknown = keys.flatMap((key) => tokensIn(key));
  return problem(unknown.length > 0 ? `${unknown.join(', ')} is known only after deployment` : `there is no mapping ${keys.join('.')}`);
};
