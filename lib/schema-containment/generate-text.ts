import { RegExpParser, type AST } from '@eslint-community/regexpp';
import type { Random } from './random';

const MAX_REPEATS = 3;
const ALPHABET = 'abcXYZ019 -_.@é';

/** Returns a text in which a pattern is probably found; the caller checks. */
export function textFor(pattern: string, random: Random): string | undefined {
  const tree = parsed(pattern);
  return tree === undefined ? undefined : alternatives(tree.alternatives, random);
}

const TREES = new Map<string, AST.Pattern | undefined>();

function parsed(pattern: string): AST.Pattern | undefined {
  if (!TREES.has(pattern)) TREES.set(pattern, tryParse(pattern));
  return TREES.get(pattern);
}

function tryParse(pattern: string): AST.Pattern | undefined {
  try {
    return new RegExpParser().parsePattern(pattern, 0, pattern.length, { unicode: true });
  } catch {
    return undefined;
  }
}

function alternatives(all: readonly AST.Alternative[], random: Random): string {
  return (random.pick(all)?.elements ?? []).map((element) => text(element, random)).join('');
}

function text(element: AST.Element, random: Random): string {
  switch (element.type) {
    case 'Character': return String.fromCodePoint(element.value);
    case 'CharacterSet': return setText(element, random);
    case 'CharacterClass': return classText(element, random);
    case 'CapturingGroup':
    case 'Group': return alternatives(element.alternatives, random);
    case 'Quantifier': return repeated(element, random);
    default: return '';
  }
}

function repeated({ min, max, element }: AST.Quantifier, random: Random): string {
  const count = random.chance(0.2) && max <= 200 ? max : min + random.integer(Math.min(max - min, MAX_REPEATS) + 1);
  return Array.from({ length: count }, () => text(element, random)).join('');
}

function setText(element: AST.CharacterSet, random: Random): string {
  const kinds: Readonly<Record<string,
    readonly [string, string]>> = { digit: ['059', 'aZ-'], space: [' \t', 'a0-'], word: ['aZ_9', ' -.'] };
  const [inside = ALPHABET, outside = ALPHABET] = kinds[element.kind] ?? [];
  const isNegated = 'negate' in element && element.negate;
  return random.pick([...(isNegated ? outside : inside)]) ?? '';
}

function classText(element: AST.CharacterClass, random: Random): string {
  if (element.negate) {
    return random.pick([...ALPHABET, '~', '\n', 'q']
      .filter((character) => !element.elements.some((member) => contains(member, character)))) ?? '';
  }
  const member = random.pick<AST.CharacterClassElement>(element.elements);
  if (member === undefined) return '';
  if (member.type === 'Character') return String.fromCodePoint(member.value);
  if (member.type === 'CharacterClassRange') return String.fromCodePoint(member.min.value + random.integer(member.max.value - member.min.value + 1));
  return member.type === 'CharacterSet' ? setText(member, random) : '';
}

function contains(member: AST.CharacterClassElement, character: string): boolean {
  const code = character.codePointAt(0) ?? 0;
  if (member.type === 'Character') return member.value === code;
  if (member.type === 'CharacterClassRange') return member.min.value <= code && code <= member.max.value;
  if (member.type !== 'CharacterSet') return true;
  const sets: Readonly<Record<string, RegExp>> = { digit: /\d/, space: /\s/, word: /\w/ };
  const isInside = sets[member.kind]?.test(character) ?? true;
  return 'negate' in member && member.negate ? !isInside : isInside;
}
