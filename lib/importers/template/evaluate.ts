import { tokenText } from '../../spec';
import type { DocumentPath } from '../document/document-path';
import { isMembers, type Members } from '../value';
import { expandLoops, isLoop } from './for-each';
import { INTRINSICS } from './intrinsics';
import { NO_VALUE, type Scope } from './scope';

const MAX_DEPTH = 200;

/**
 * A value of a template with all intrinsic functions evaluated. What is known only after deployment is a token.
 * @param path - of the value in its document, for issues
 * @returns undefined for `AWS::NoValue`
 */
export function evaluate(value: unknown, scope: Scope, path: DocumentPath): unknown {
  const result = evaluated(value, scope, path);
  return result === NO_VALUE ? undefined : result;
}

function evaluated(value: unknown, scope: Scope, path: DocumentPath): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (path.length > MAX_DEPTH) return unknownValue(scope, path, 'it is nested too deeply');
  if (Array.isArray(value)) return value.map((item, index) => evaluated(item, scope, [...path, index])).filter((item) => item !== NO_VALUE);
  if (!isMembers(value)) return value;
  const names = Object.keys(value);
  const [name = ''] = names;
  const isIntrinsic = name === 'Ref' || (name.startsWith('Fn::') && !isLoop(name));
  if (names.length === 1 && isIntrinsic) return call(name, value[name], { scope, path });
  return members(value, scope, path);
}

function members(declared: Members, scope: Scope, path: DocumentPath): Members {
  const loops = { budget: scope.loops, evaluate: (collection: unknown) => evaluated(collection, scope, path) };
  const value = Object.keys(declared).some(isLoop) ? expandLoops(declared, loops) : declared;
  const entries = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    // an include beside other members adds its own; one that is not here stays, as what is not known
    const result = name === 'Fn::Transform' ? included(member, scope, [...path, name]) : evaluated(member, scope, [...path, name]);
    if (name === 'Fn::Transform' && isMembers(result)) return Object.entries(result);
    return result === NO_VALUE ? [] : [[name, result]];
  });
  return Object.fromEntries(entries);
}

function call(name: string, argument: unknown, { scope, path }: { readonly scope: Scope; readonly path: DocumentPath }): unknown {
  const inside = [...path, name];
  if (name === 'Fn::If') return choice(argument, scope, inside);
  if (name === 'Fn::Transform') return included(argument, scope, inside);
  const intrinsic = Object.hasOwn(INTRINSICS, name) ? INTRINSICS[name] : undefined;
  if (intrinsic === undefined) return unknownValue(scope, path, `${name} is not an intrinsic function`);
  const result = intrinsic(evaluated(argument, scope, inside), scope);
  return 'value' in result ? result.value : unknownValue(scope, path, `${name}: ${result.problem}`);
}

/** Only the branch that applies is evaluated: the other may refer to what does not exist. */
function choice(argument: unknown, scope: Scope, path: DocumentPath): unknown {
  const [condition, yes, no]: readonly unknown[] = Array.isArray(argument) ? argument : [];
  if (typeof condition !== 'string') return unknownValue(scope, path, 'Fn::If: the first item is the name of a condition');
  const holds = scope.condition(condition);
  if (holds === undefined) return unknownValue(scope, path, `there is no condition ${condition}`);
  if (holds === 'unknown') return unknownValue(scope, path, `the condition ${condition} is known only after deployment`);
  const chosen = holds ? yes : no;
  return chosen === undefined ? unknownValue(scope, path, 'it has two values, and one is missing') : evaluated(chosen, scope, [...path, holds ? 1 : 2]);
}

function included(argument: unknown, scope: Scope, path: DocumentPath): unknown {
  const { Name: name, Parameters: parameters } = isMembers(argument) ? argument : {};
  if (name !== 'AWS::Include') return unknownValue(scope, path, `the macro ${String(name)} runs in AWS only`);
  const location = evaluated(isMembers(parameters) ? parameters.Location : undefined, scope, path);
  const content = scope.include(location);
  return content === undefined ? unknownValue(scope, path, `there is no local file ${String(location)}`) : evaluated(content, scope, path);
}

function unknownValue(scope: Scope, path: DocumentPath, reason: string): string {
  scope.report(path, reason);
  return tokenText(path.join('.').replaceAll('}', ''));
}
