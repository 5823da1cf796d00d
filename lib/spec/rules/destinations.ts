import { issue } from '../../errors';
import type { GatewaySpec } from '../gateway';
import type { Rule } from './rule';

/** Functions that records of failed events go to exist, and no record comes back to where it came from. */
export const destinationsRule: Rule = (spec) =>
  Object.keys(spec.functions).flatMap((name) => {
    const place = `${spec.api.name}/function ${name}`;
    const next = destinationOf(spec, name);
    if (next === undefined) return [];
    if (!Object.hasOwn(spec.functions, next)) return [issue('REFERENCE_UNRESOLVED', place, { what: 'function', name: next })];
    const way = wayFrom(spec, name);
    return way.at(-1) === name ? [issue('DESTINATION_CIRCULAR', place, { names: way.join(' → ') })] : [];
  });

/** The functions that a record passes, until it ends or comes to one for the second time. */
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
  return onFailure?.type === 'function' ? onFailure.function : undefined;
}
