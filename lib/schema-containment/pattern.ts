import { RegExpParser, type AST } from '@eslint-community/regexpp';
import type { Spend } from './budget';
import { linearPattern } from './linear-pattern';

/** Steps that V8 may take for a match: each of them is far quicker than one of a comparison. */
const MAX_BACKTRACKS = 100_000;

const KNOWN = new Map<string, SchemaPattern>();
type SchemaPattern = (text: string, spend: Spend) => boolean;

/**
 * Returns whether a pattern of a schema is found in a text. V8 matches it where it cannot backtrack for long; any other would take hours
 * for some texts, and is matched in linear time, as long as the budget lasts.
 * @throws SyntaxError for one that JSON Schema does not allow
 */
export function schemaPattern(pattern: string): SchemaPattern {
  const known = KNOWN.get(pattern) ?? compiled(pattern);
  if (KNOWN.size < 10_000) KNOWN.set(pattern, known);
  return known;
}

function compiled(pattern: string): SchemaPattern {
  const expression = new RegExp(pattern, 'u');
  const tree = new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  let linear: ReturnType<typeof linearPattern> | undefined;
  return (text, spend) => {
    if (waysOf(tree, text.length) * (text.length + 1) ** 2 <= MAX_BACKTRACKS) return expression.test(text);
    linear ??= linearPattern(tree);
    return linear(text, spend);
  };
}

/** The number of ways in which a pattern may match a part of a text, at most. */
function waysOf(node: AST.Pattern | AST.Alternative | AST.Element, length: number): number {
  switch (node.type) {
    case 'Pattern':
    case 'Group':
    case 'CapturingGroup': return sum(node.alternatives.map((alternative) => waysOf(alternative, length)));
    case 'Alternative': return node.elements.reduce((ways, element) => ways * waysOf(element, length), 1);
    case 'Quantifier': return repetitions(node, waysOf(node.element, length), length);
    case 'Assertion': return node.kind === 'lookahead' || node.kind === 'lookbehind'
      ? sum(node.alternatives.map((alternative) => waysOf(alternative, length))) : 1;
    default: return 1;
  }
}

function repetitions({ min, max }: AST.Quantifier, ways: number, length: number): number {
  const most = Math.min(max, Math.max(min, length));
  return ways === 1 ? most - min + 1 : ways ** most * (most - min + 1);
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
