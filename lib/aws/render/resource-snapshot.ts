import type { CfnResource, IResolvable } from 'aws-cdk-lib';
import { isDeepStrictEqual } from 'node:util';
import { awsCdk } from '../aws-cdk';
import { propertiesText } from './properties-text';
import { textBehind } from './shared-text';

/** A resource as it was at some moment. */
export interface ResourceSnapshot {
  /** Whether its properties are surely still the same. If not, the texts decide. */
  readonly isUnchanged: () => boolean;
  /** Its properties then, as `propertiesText` writes them. */
  readonly text: () => string;
}

/**
 * Keeps what a resource is rendered from. Its text costs as much as its part of the template, and nearly no resource changes, so the
 * text is made only for those that do.
 */
export function snapshotOf(resource: CfnResource): ResourceSnapshot {
  const { state } = inside(resource);
  const kept = isStable(state) ? copyOf(state) : undefined;
  if (kept === undefined) return writtenAs(propertiesText(resource));
  return {
    isUnchanged: () => isDeepStrictEqual(inside(resource).state, kept),
    text: () => propertiesText(Object.create(resource, Object.getOwnPropertyDescriptors(kept)) as CfnResource), // the same, but for these
  };
}

/** A resource known only by its text. */
export function writtenAs(text: string): ResourceSnapshot {
  return { isUnchanged: () => false, text: () => text };
}

/** Protected members of `CfnResource` from which the CDK renders a resource. */
interface RenderedFrom {
  readonly cfnProperties: object;
  readonly rawOverrides: object;
}

function inside(resource: object): { readonly state?: RenderedFrom } {
  const { cfnProperties, rawOverrides } = resource as Partial<Record<keyof RenderedFrom, unknown>>;
  const isKnown = typeof cfnProperties === 'object' && cfnProperties !== null && typeof rawOverrides === 'object' && rawOverrides !== null;
  return isKnown ? { state: { cfnProperties, rawOverrides } } : {};
}

/** Whether equal values are rendered equally at any time: plain data, and texts whose tokens are references. */
function isStable(value: unknown): boolean {
  if (typeof value === 'string') return !value.includes('{Token[') || hasReferencesOnly(value);
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && !awsCdk().Token.isUnresolved(value);
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && !awsCdk().Tokenization.isResolvable(value) && Object.values(value).every(isStable);
}

/** Whether all tokens of a text are references; the token of a whole list (`#{Token[…]}`) is not. */
function hasReferencesOnly(text: string): boolean {
  const { Tokenization } = awsCdk();
  return !text.includes('#{Token[') && Tokenization.reverseString(text).tokens.every((token) => {
    const isKnown = STABLE.get(token) ?? isReference(token);
    STABLE.set(token, isKnown);
    return isKnown;
  });
}

/** Whether tokens are references; remembered, because a few tokens occur in all methods. */
const STABLE = new WeakMap<IResolvable, boolean>();

/** Whether a token refers to a resource or a pseudo parameter, or is a text made of such references. */
function isReference(token: IResolvable): boolean {
  const { Intrinsic, Reference } = awsCdk();
  if (Reference.isReference(token)) return true;
  const shared = textBehind(token);
  if (shared !== undefined) return isStable(shared);
  const isFixed = token instanceof Intrinsic && token.resolve === Intrinsic.prototype.resolve;
  return isFixed && isStable(Reflect.get(token, 'value'));
}

/** A deep copy of a stable value. */
function copyOf<Value>(value: Value): Value {
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).map(([name, member]): [string, unknown] => [name, copyOf(member)]);
  return (Array.isArray(value) ? members.map(([, member]) => member) : Object.fromEntries(members)) as Value; // of the same shape
}
