import { stableId, type GatewaySpecInput } from '../../../spec';
import { textOf, type Members } from '../../value';

export type ResourcesInput = NonNullable<GatewaySpecInput['resources']>;
export type MethodsInput = NonNullable<ResourcesInput[string]['methods']>;
export type MethodInput = NonNullable<MethodsInput['GET']>;
export type IntegrationInput = MethodInput['integration'];
export type FunctionInput = NonNullable<GatewaySpecInput['functions']>[string];
export type AuthorizerInput = NonNullable<GatewaySpecInput['authorizers']>[string];
export type StageInput = NonNullable<GatewaySpecInput['stages']>[string];

export { present, type Made } from '../../../openapi';

/** An id of the form that a spec has; of one that is known only after deployment, one that is always the same. @see spec/api.ts */
export function specId(id: string): string {
  return /^[a-z0-9]{1,64}$/.test(id) ? id : stableId(id);
}

/** Scalars as text, by name. */
export function textsOf(members: Members): Record<string, string> {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => {
    const text = textOf(value) ?? (typeof value === 'object' && value !== null ? JSON.stringify(value) : undefined);
    return text === undefined ? [] : [[name, text]];
  }));
}
