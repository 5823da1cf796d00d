import type { AST } from '@eslint-community/regexpp';
import { TooLarge, type Spend } from './budget';

/** A step of a match: a character, a choice, an assertion, or the end. */
type State =
  | { readonly type: 'character'; readonly accepts: (character: string) => boolean; readonly next: number }
  | { readonly type: 'choice'; readonly next: readonly number[] }
  | { readonly type: 'assertion'; readonly holds: (characters: readonly string[], at: number, spend: Spend) => boolean; readonly next: number }
  | { readonly type: 'end' };

/** The states of a pattern: all that a text may be in are followed at once, so a match takes a time that is linear in the text. */
interface Machine {
  readonly states: readonly State[];
  readonly start: number;
}

/** States of one pattern: a repetition has those of what it repeats for each count. */
const MAX_STATES = 5_000;

/**
 * Returns a search for a pattern, which JSON Schema reads with the flag `u`.
 * @throws TooLarge for references to groups, for what looks back, and for repetitions beyond {@link MAX_STATES}
 */
export function linearPattern({ alternatives }: AST.Pattern): (text: string, spend: Spend) => boolean {
  const machine = machineOf(alternatives);
  return (text, spend) => runs(machine, { characters: [...text], from: 0, isAnchored: false }, spend);
}

function machineOf(alternatives: readonly AST.Alternative[]): Machine {
  const states: State[] = [{ type: 'end' }];
  const add = (state: State): number => {
    if (states.length >= MAX_STATES) throw new TooLarge();
    return states.push(state) - 1;
  };
  return { start: choice(alternatives, 0, add), states };
}

type Add = (state: State) => number;

/** The state before one of several alternatives; states are made from the end, each with the one that follows. */
function choice(alternatives: readonly AST.Alternative[], next: number, add: Add): number {
  const starts = alternatives.map(({ elements }) => elements.reduceRight((following, element) => before(element, following, add), next));
  return starts.length === 1 ? starts[0] ?? next : add({ type: 'choice', next: starts });
}

function before(element: AST.Element, next: number, add: Add): number {
  switch (element.type) {
    case 'Character':
    case 'CharacterSet':
    case 'CharacterClass': return add({ type: 'character', accepts: characterTest(element.raw), next });
    case 'Group':
    case 'CapturingGroup': return choice(element.alternatives, next, add);
    case 'Quantifier': return repeated(element, next, add);
    case 'Assertion': return add({ type: 'assertion', holds: assertion(element), next });
    default: throw new TooLarge();
  }
}

function repeated({ element, min, max }: AST.Quantifier, next: number, add: Add): number {
  if (Math.min(min, max) > MAX_STATES || (max !== Infinity && max > MAX_STATES)) throw new TooLarge();
  let start = next;
  if (max === Infinity) {
    const again: number[] = [next];
    start = add({ type: 'choice', next: again });
    again.push(before(element, start, add));
  }
  for (let count = min; max !== Infinity && count < max; count += 1) start = add({ type: 'choice', next: [next, before(element, start, add)] });
  for (let count = 0; count < min; count += 1) start = before(element, start, add);
  return start;
}

/** A test of one character, which V8 makes. */
function characterTest(source: string): (character: string) => boolean {
  const expression = new RegExp(`^(?:${source})$`, 'u');
  const known = new Map<string, boolean>();
  return (character) => {
    const answer = known.get(character) ?? expression.test(character);
    known.set(character, answer);
    return answer;
  };
}

type Holds = Extract<State, { readonly type: 'assertion' }>['holds'];

function assertion(element: AST.Assertion): Holds {
  const isWord = (character: string | undefined): boolean => character !== undefined && /\w/.test(character);
  switch (element.kind) {
    case 'start': return (_characters, at) => at === 0;
    case 'end': return (characters, at) => at === characters.length;
    case 'word': return (characters, at) => (isWord(characters[at - 1]) !== isWord(characters[at])) !== element.negate;
    case 'lookahead': {
      const machine = machineOf(element.alternatives);
      return (characters, at, spend) => runs(machine, { characters, from: at, isAnchored: true }, spend) !== element.negate;
    }
    default: throw new TooLarge();
  }
}

interface Input {
  readonly characters: readonly string[];
  readonly from: number;
  /** Whether a match begins at `from`, and not later. */
  readonly isAnchored: boolean;
}

function runs({ states, start }: Machine, { characters, from, isAnchored }: Input, spend: Spend): boolean {
  let current = new Set<number>();
  for (let at = from; at <= characters.length; at += 1) {
    if (at === from || !isAnchored) current.add(start);
    // the set grows while it is walked: states without a character lead on at once
    for (const id of current) {
      spend(0.1);
      const state = states[id];
      if (state?.type === 'end') return true;
      if (state?.type === 'choice') state.next.forEach((next) => current.add(next));
      if (state?.type === 'assertion' && state.holds(characters, at, spend)) current.add(state.next);
    }
    const character = characters[at];
    if (character === undefined || (current.size === 0 && isAnchored)) return false;
    current = new Set([...current].flatMap((id) => {
      const state = states[id];
      return state?.type === 'character' && state.accepts(character) ? [state.next] : [];
    }));
  }
  return false;
}
