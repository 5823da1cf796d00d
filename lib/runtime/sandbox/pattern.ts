import { LRUCache } from 'lru-cache';
import { RE2JS } from 're2js';
import { readJavaPattern } from '../../spec';
import { linearSource } from './linear-source';
import { requireDeadline, spend } from './step-budget';

/** Where a match begins and ends: the whole text, or anywhere. */
export type Extent = 'whole' | 'anywhere';

export interface Match {
  readonly index: number;
  readonly text: string;
  /** By Java's numbers; undefined for a group that took no part, or that is not there. */
  readonly group: (number: number) => string | undefined;
  readonly named: (name: string) => string | undefined;
}

/** An expression that keeps to the step budget of the work it is used in. */
export interface Pattern {
  /** @throws StepLimitError */
  readonly test: (text: string) => boolean;
  /** All matches from the left to the right. @throws StepLimitError */
  readonly matches: (text: string) => Iterable<Match>;
}

/** V8's own engine needs some 2 ns for what counts as a step of 25 ns with others. */
const DIRECT_STEPS = 1 / 16;
/** What is made of each match. */
const STEPS_OF_MATCH = 8;

/**
 * Compiles a Java expression. A sequence that hardly backtracks, which is nearly every pattern of a definition, is matched by
 * V8: 2 µs for a token of 1 KB. Other patterns are matched by RE2's port in steps of text × pattern, 50 µs for such a token.
 * Where RE2 has no counterpart (looking around, referring back, possessive quantifiers) V8 matches in a worker only.
 * @throws Error that says what is wrong with it
 * @example javaPattern('Bearer [\\w.-]+', 'whole').test(token)
 */
export function javaPattern(pattern: string, extent: Extent, { isDotAll = false } = {}): Pattern {
  const { source, groups } = readJavaPattern(pattern, { isDotAll });
  return compilePattern(anchored(source, extent), '', groups);
}

/** What JSON Schema's keywords search for. Each has a text of its own, by which the validator tells them apart. */
export function schemaPattern(source: string): Pick<Pattern, 'test'> & { readonly toString: () => string } {
  const { test } = compilePattern(source, 'u', []);
  return { test, toString: () => `/${source}/u` };
}

/** Expressions that templates have as they are written, compiled with the template. */
const known = new LRUCache<string, Pattern>({ max: 1_000 });

/** Compiles the literal patterns of a template, so that no request has to. Whether one is valid is checked with the request. */
export function preparePattern(pattern: string, extent: Extent): void {
  try {
    known.set(`${extent} ${pattern}`, javaPattern(pattern, extent));
  } catch {
    known.delete(`${extent} ${pattern}`);
  }
}

/** The expression of a template. One that a request made is compiled by a worker only: a class of few letters can be long work. */
export function templatePattern(pattern: string, extent: Extent): Pattern {
  const key = `${extent} ${pattern}`;
  const found = known.get(key);
  if (found !== undefined) return found;
  requireDeadline();
  const made = javaPattern(pattern, extent);
  known.set(key, made);
  return made;
}

function anchored(source: string, extent: Extent): string {
  return extent === 'anywhere' ? source : `^(?:${source})$`;
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

/** By V8's own engine, after `admit` has seen how long the text is. */
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

/** Undefined where it is larger than RE2 takes. One use makes it ready: the first takes some milliseconds. */
function re2(source: string): RE2JS | undefined {
  try {
    const compiled = RE2JS.compile(source);
    compiled.matcher('a').find();
    return compiled;
  } catch {
    return undefined;
  }
}

/** By RE2, each search of which takes at most as many steps as the rest of the text is long, times the size of the pattern. */
function withRe2(compiled: RE2JS): Pattern {
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
