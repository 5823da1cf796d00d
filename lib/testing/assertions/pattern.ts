import type { CdkMatcher, Matcher } from './matcher';

/** A partial node: members are optional, and a matcher may replace any value. */
export type Pattern<Node> = Matcher | CdkMatcher | PatternOf<Node>;

type PatternOf<Node> = Node extends readonly (infer Element)[]
  ? readonly Pattern<Element>[]
  : Node extends object ? { readonly [Member in keyof Node]?: Pattern<Node[Member]> } : Node;
