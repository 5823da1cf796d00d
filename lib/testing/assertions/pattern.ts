import type { CdkMatcher, Matcher } from './matcher';

/** A node as far as a test cares: members may be left out, and a matcher may stand for any value. */
export type Pattern<Node> = Matcher | CdkMatcher | PatternOf<Node>;

type PatternOf<Node> = Node extends readonly (infer Element)[]
  ? readonly Pattern<Element>[]
  : Node extends object ? { readonly [Member in keyof Node]?: Pattern<Node[Member]> } : Node;
