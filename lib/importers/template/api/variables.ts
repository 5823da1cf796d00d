import { SETTABLE_VARIABLE } from '../../../spec';
import { memberOf, membersOf, textOf, type Members } from '../../value';
import { functionInArn } from '../physical-values';
import type { Resource } from '../stack';
import { textsOf } from './draft';

/** The environment of a function here. */
export interface Variables {
  readonly values: Readonly<Record<string, string>>;
  /** Names of those that cannot be carried. */
  readonly left: readonly string[];
  /** Functions that a variable names, because the function calls them. */
  readonly calls: readonly Resource[];
}

/** The functions of a source by their names on AWS, and their names in the spec. */
export interface KnownFunctions {
  /** The function of a name on AWS. */
  readonly named: (name: string) => Resource | undefined;
  readonly specName: (resource: Resource) => string;
}

/**
 * The variables of a function; what only a deployment knows stays a token, for which a value is given here. Names and ARNs of functions
 * become those that these have here, so that clients of Lambda find them.
 */
export function variablesOf(resource: Resource, evaluated: Members, known: KnownFunctions): Variables {
  const written = memberOf(resource.written.Environment, 'Variables');
  const all = Object.entries(textsOf(membersOf(memberOf(evaluated.Environment, 'Variables'))));
  const carried = all.filter(([name]) => SETTABLE_VARIABLE.test(name));
  const left = all.filter((variable) => !carried.includes(variable)).map(([name]) => name);
  const calls = new Set<Resource>();
  const values = carried.map(([name, value]) => {
    const called = functionIn(memberOf(written, name), value, { stack: resource.stack, named: known.named });
    if (called === undefined) return [name, value];
    calls.add(called);
    const nameInArn = functionInArn(value)?.name;
    return [name, nameInArn === undefined ? known.specName(called) : value.replace(`:function:${nameInArn}`, `:function:${known.specName(called)}`)];
  });
  return { values: Object.fromEntries(values), left, calls: [...calls] };
}

/** A text that happens to be the name of a function stays what it is: it may be that of a table as well. */
function functionIn(written: unknown, value: string, { stack, named }: Pick<Resource, 'stack'> & Pick<KnownFunctions, 'named'>): Resource | undefined {
  const fn = named(functionInArn(value)?.name ?? value);
  if (fn === undefined || typeof written === 'string') return undefined;
  const referred = stack.resources.get(textOf(memberOf(written, 'Ref')) ?? '');
  const isGivenByStack = textOf(fn.written.FunctionName) === undefined;
  return value.startsWith('arn:') || referred === fn || isGivenByStack ? fn : undefined;
}
