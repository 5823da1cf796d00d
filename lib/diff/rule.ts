import { isSame } from './compare-values';
import type { Sides } from './sides';

/** Levels of a change, worst first. */
export const LEVELS = ['breaking', 'security', 'behavior', 'cosmetic'] as const;
export type Level = (typeof LEVELS)[number];

/** The parties that may notice a change: clients over HTTP, clients that are typed or generated, and the functions behind the API. */
export const CONSUMERS = ['http', 'typed', 'handler'] as const;
export type Consumer = (typeof CONSUMERS)[number];

/** A rule: a change of a definition that somebody may notice. */
export interface Rule {
  /** The level, unless a finding has one of `otherLevels`. */
  readonly level: Level;
  readonly otherLevels?: readonly Level[];
  readonly when: string;
  readonly why: string;
  readonly noticedBy: readonly Consumer[];
  /** How to make the change without the effect. */
  readonly instead: string;
}

/** A change that a rule is about. */
export interface Hit<Code extends string = string> {
  readonly rule: Code;
  /** The route or node that the change is listed under: `POST /orders`, `stage prod`. */
  readonly subject: string;
  /** Where in the subject: `request application/json /name`. */
  readonly part?: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly level?: Level | undefined;
  readonly why?: string | undefined;
  /** Values that are not shown, but tell one change from another. */
  readonly hidden?: unknown;
  /** A value that shows it: accepted before, and refused now. */
  readonly witness?: unknown;
}

/** Rules about the same part of a definition, and the one reading of it that finds their changes. */
export interface Family<Code extends string = string> {
  readonly rules: Readonly<Record<Code, Rule>>;
  readonly find: (sides: Sides) => readonly Hit<Code>[];
}

/** A rule as it is written: of one that nobody has to act on, the advice may be missing. */
type WrittenRule = Rule | (Omit<Rule, 'instead'> & { readonly level: 'cosmetic' });

export function family<Code extends string>(rules: Readonly<Record<Code, WrittenRule>>, find: Family<Code>['find']): Family<Code> {
  const entries = Object.entries<WrittenRule>(rules).map(([code, rule]): [string, Rule] => [code, { instead: 'Nothing to do.', ...rule }]);
  return { rules: Object.fromEntries(entries) as Record<Code, Rule>, find }; // the same codes
}

export function hitIf<Code extends string>(isHit: boolean, hit: Hit<Code>): Hit<Code>[] {
  return isHit ? [hit] : [];
}

export function hitIfChanged<Code extends string>(hit: Hit<Code>): Hit<Code>[] {
  return isSame(hit.before, hit.after) ? [] : [hit];
}
