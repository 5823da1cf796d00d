import { tokensIn } from '../../../spec';
import { isMembers, splitOnce, textOf } from '../../value';
import { known, problem, type Intrinsic } from './result';

/** `Ref`: a parameter, a pseudo parameter, or what identifies a resource. */
export const ref: Intrinsic = (argument, scope) => {
  const value = typeof argument === 'string' ? scope.reference(argument) : undefined;
  return value === undefined ? problem(`there is no parameter or resource ${String(argument)}`) : known(value);
};

/** `Fn::GetAtt`: `[resource, attribute]` or `resource.attribute`. */
export const getAtt: Intrinsic = (argument, scope) => {
  const parts = typeof argument === 'string' ? splitOnce(argument) : Array.isArray(argument) ? argument : [];
  const [resource, ...attribute] = parts.map((part) => textOf(part));
  if (resource === undefined || attribute.length === 0 || attribute.includes(undefined)) return problem('expected a resource and an attribute');
  const value = scope.attribute(resource, attribute.join('.'));
  return value === undefined ? problem(`there is no resource ${resource}`) : known(value);
};

/** `Fn::ImportValue`: what another stack exports. */
export const importValue: Intrinsic = (argument, scope) => {
  const name = textOf(argument);
  return name === undefined ? problem('expected the name of an export') : known(scope.importValue(name));
};

/** `Fn::FindInMap`: `[map, first key, second key, { DefaultValue }]`. */
export const findInMap: Intrinsic = (argument, scope) => {
  const [map, first, second, options]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  const keys = [map, first, second].map((key) => textOf(key) ?? '');
  const value = scope.mapping(keys[0] ?? '', keys[1] ?? '', keys[2] ?? '');
  if (value !== undefined) return known(value);
  if (isMembers(options) && 'DefaultValue' in options) return known(options.DefaultValue);
  const unknown = keys.flatMap((key) => tokensIn(key));
  return problem(unknown.length > 0 ? `${unknown.join(', ')} is known only after deployment` : `there is no mapping ${keys.join('.')}`);
};
