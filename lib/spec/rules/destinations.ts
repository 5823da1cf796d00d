import { issue } from '../../errors';
import { describeDestination } from '../destination';
import type { GatewaySpec } from '../gateway';
import type { Rule } from './rule';

/** On-failure destinations exist and do not form a cycle. */
export const destinationsRule: Rule = (spec) =>
  Object.keys(spec.functions).flatMap((name) => {
    const location = `${spec.api.name}/function ${name}`;
    const next = destinationOf(spec, name);
    if (next === undefined) return [];
    if (!Object.hasOwn(spec.functions, next)) return [issue('REFERENCE_UNRESOLVED', location, { what: 'function', name: next })];
    const way = wayFrom(spec, name);
    return way.at(-1) === name ? [issue('DESTINATION_CIRCULAR', location, { names: way.join(' → ') })] : [];
  });

/** The chain of functions a record passes, up to its end or the first repetition. */
function wayFrom(spec: GatewaySpec, first: string): string[] {
  const way = [first];
  for (let name = destinationOf(spec, first); name !== undefined; name = destinationOf(spec, name)) {
    const isKnown = way.includes(name);
    way.push(name);
    if (isKnown) break;
  }
  return way;
}

function destinationOf({ functions }: GatewaySpec, name: string): string | undefined {
  const onFailure = Object.hasOwn(functions, name) ? functions[name]?.onFailure : undefined;
  return onFailure && describeDestination(onFailure).function;
}
