import { LRUCache } from 'lru-cache';
import type * as Re2Module from 're2js';
import { readJavaPattern } from '../../spec';
import { linearSource } from './linear-source';
import { requireDeadline, spend } from './step-budget';

/** Whether a match must cover the whole text or may be anywhere in it. */
export type Extent = 'whole' | 'anywhere';

export interface Match {
  readonly index: number;
  readonly text: string;
  /** Groups by Java's numbers; undefined for a group that did not participate or does not exist. */
  readonly group: (number: number) => string | undefined;
  readonly named: (name: string) => string | undefined;
}

/** An expression that spends the step budget of the work it is part of. */
export interface Pattern {
  /** @throws StepLimitError */
  readonly test: (text: string) => boolean;
  /** All matches, from left to right. @throws StepLimitError */
  readonly matches: (text: string) => Iterable<Match>;
}

/** V8's own engine takes about 2 ns for what counts as a step of 25 ns elsewhere. */
const DIRECT_STEPS = 1 / 16;
/** The replacement for each match. */
const STEPS_OF_MATCH = 8;

/**
 * Compiles a Java expression. Sequences that hardly backtrack, which nearly all patterns of definitions are, are matched by
 * V8: 2 µs for a token of 1 KB. Others are matched by a port of RE2 in steps of text × pattern, 50 µs for such a token. What
 * RE2 does not have (lookarounds, backreferences, possessive quantifiers) is matched by V8, in a worker only.
 * @throws Error that says what is wrong with it
 * @example javaPattern('Bearer [\\w.-]+', 'whole').test(token)
 */
export function javaPattern(pattern: string, extent: Extent, { isDotAll = false } = {}): Pattern {
  const { source, groups } = readJavaPattern(pattern, { isDotAll });
  return compilePattern(extent === 'anywhere' ? source : `^(?:${source})$`, '', groups);
}

/** The patterns of JSON Schema's keywords. Each has its own text, by which the validator tells them apart. */
export function schemaPattern(source: string): Pick<Pattern, 'test'> & { readonly toString: () => string } {
  const { test } = compilePattern(source, 'u', []);
  return { test, toString: () => `/${source}/u` };
}

/** Literal expressions of templates, compiled with the template. */
const known = new LRUCache<string, Pattern>({ max: 1_000 });

/** Compiles a template's literal patterns, so that no request has to. An invalid one is reported by the request that uses it. */
export function preparePattern(pattern: string, extent: Extent): void {
  try {
    known.set(`${extent} ${pattern}`, javaPattern(pattern, extent));
  } catch {
    known.delete(`${extent} ${pattern}`);
  }
}

/** A template's expression. One that a request built is compiled in a worker only: a short character class can be a lot of work. */
export function templatePattern(pattern: string, extent: Extent): Pattern {
  const key = `${extent} ${pattern}`;
  const cached = known.get(key);
  if (cached !== undefined) return cached;
  requireDeadline();
  const compiled = javaPattern(pattern, extent);
  known.set(key, compiled);
  return compiled;
}

function compilePattern(source: string, flags: '' | 'u', groups: readonly number[]): Pattern {
  const expression = new RegExp(source, `${flags}g`);
  const linear = linearSource(source, flags);
  if (linear === undefined) return direct(expression, groups, requireDeadline);
  const { directSteps } = linear;
  if (directSteps !== undefined) return direct(expression, groups, (length) => spend(1 + length * directSteps * DIRECT_STEPS));
  const compiled = re2(linear.source);
  return compiled === undefined ? direct(expression, groups, requireDeadline) : withRe2(compiled);
}

/** Matches with V8's own engine once `admit` has accepted the length of the text. */
function direct(expression: RegExp, groups: readonly number[], admit: (length: number) => void): Pattern {
  return {
    test: (text) => {
      admit(text.length);
      expression.lastIndex = 0;
      return expression.test(text);
    },
    matches: (text) => {
      admit(text.length);
      return Array.from(text.matchAll(expression), (match) => {
        spend(STEPS_OF_MATCH);
        return {
          index: match.index,
          text: match[0],
          group: (number: number) => match[groups[number] ?? match.length],
          named: (name: string) => (match.groups !== undefined && Object.hasOwn(match.groups, name) ? match.groups[name] : undefined),
        };
      });
    },
  };
}

/** Undefined if it is too large for RE2. It is used once right away, because that takes milliseconds. The library is loaded when needed. */
function re2(source: string): Re2Module.RE2JS | undefined {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { RE2JS } = require('re2js') as typeof Re2Module;
  try {
    const compiled = RE2JS.compile(source);
    compiled.matcher('a').find();
    return compiled;
  } catch {
    return undefined;
  }
}

/** Matches with RE2: a search takes at most as many steps as the length of the remaining text times the size of the pattern. */
function withRe2(compiled: Re2Module.RE2JS): Pattern {
  const size = compiled.programSize();
  const names = compiled.namedGroups();
  return {
    test: (text) => {
      spend(STEPS_OF_MATCH + text.length * size);
      return compiled.matcher(text).find();
    },
    *matches(text) {
      const matcher = compiled.matcher(text);
      const count = matcher.groupCount();
      for (let from = 0; ; from = matcher.end()) {
        spend(STEPS_OF_MATCH + (text.length - from) * size);
        if (!matcher.find()) return;
        const texts = Array.from({ length: count + 1 }, (_, number) => matcher.group(number) ?? undefined);
        yield {
          index: matcher.start(),
          text: texts[0] ?? '',
          group: (number) => texts[number],
          named: (name) => (Object.hasOwn(names, name) ? texts[names[name] ?? -1] : undefined),
        };
      }
    },
  };
}
