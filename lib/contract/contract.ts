import { CONTRACT_ERRORS } from '../errors';
import { ContractError } from './contract-error';
import { checkedDefinition } from './check-definition';
import type { Checked } from './checked';
import type { ContractDefinition } from './definition';
import type { Route } from './route';

/** A route and the types of its requests and responses. Plain data: it validates nothing itself. */
export interface Contract<R extends string = string, D extends ContractDefinition = ContractDefinition> {
  readonly route: R;
  readonly definition: D;
}

/** Contracts by route, for `createClient`; imported as a type, so no schema reaches the client. */
export type ContractsOf<C extends Contract> = WithKeys<{ readonly [One in C as One['route']]: One }, C['route']>;

/** The same members: the compiler lists the keys of a type that renames them anew each time it is asked. */
type WithKeys<Members, Keys extends keyof Members> = { readonly [Key in Keys]: Members[Key] };

/**
 * Declares what a route takes and answers.
 * @example
 * export const getPet = contract('GET /pets/{petId}', { responses: { 200: Pet, 404: Problem } });
 * @throws CONTRACT_INVALID
 */
export function contract<const R extends Route, D extends ContractDefinition>(route: R, definition: D & Checked<R, D>): Contract<R, D> {
  const problem = checkedDefinition(route, definition);
  if (problem !== undefined) throw new ContractError('CONTRACT_INVALID', { contract: String(route), ...problem }, CONTRACT_ERRORS);
  return { route, definition };
}
