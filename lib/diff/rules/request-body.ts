import type { ShownNarrowing } from '../../schema-containment';
import { MODEL_FORMATS } from '../../spec';
import { bodyComparison, isSameModel, sharedBodies, wholeBodies, type Bodies } from '../bodies';
import { family, type Hit, type Rule } from '../rule';
import type { Pair, Sides } from '../sides';
import { checksOf } from './validation';

type Code =
  | 'request-property-required' | 'request-property-forbidden' | 'request-property-typed' | 'request-type-narrowed' | 'request-null-refused'
  | 'request-enum-value-removed' | 'request-bound-tightened' | 'request-pattern-changed' | 'request-branch-removed' | 'request-widened' | 'request-undecided';

const refused = (when: string, instead: string): Rule => ({
  level: 'breaking', otherLevels: ['behavior'], when, why: 'Bodies that were valid get 400.', noticedBy: ['http', 'typed'], instead,
});

/** Request bodies: each that was valid should be valid still. Breaking where a validator checks it, behavior where it is only declared. */
export const requestBody = family<Code>({
  'request-property-required': refused('A property is required.', 'Keep it optional; a default in the model does not supply it.'),
  'request-property-forbidden': refused('An object is closed, or a closed object lost a property.', 'Keep the property, and ignore it.'),
  'request-property-typed': {
    level: 'behavior', when: 'An open object got a property with a type.',
    why: 'A caller who sends another type under that name gets 400; hardly anybody does.', noticedBy: ['http', 'typed'],
    instead: 'Nothing to do, unless callers send members of their own.',
  },
  'request-type-narrowed': refused('A type is no longer accepted.', 'Accept both types, and convert in the handler.'),
  'request-null-refused': refused('null is no longer accepted.', 'Accept null as if the member were missing.'),
  'request-enum-value-removed': refused('A value is no longer accepted.', 'Accept the old value, and map it in the handler.'),
  'request-bound-tightened': refused('A limit of a number, text or list is tighter.', 'Log what the new limit would refuse first.'),
  'request-pattern-changed': refused('A pattern or format refuses texts that were accepted.', 'Accept either form for a while.'),
  'request-branch-removed': refused('A variant of a body is no longer accepted.', 'Keep the variant, and convert it in the handler.'),
  'request-widened': {
    level: 'cosmetic', when: 'More bodies are accepted than before.', why: 'Everything that was valid stays valid.', noticedBy: ['typed'],
  },
  'request-undecided': refused('Whether all former bodies are valid cannot be decided.',
    'Write the schema in the words of the former one, or accept the finding after reading it.'),
}, (sides) => {
  const compare = bodyComparison();
  return sides.pairs.flatMap((pair) =>
    bodiesOf(pair, sides).flatMap(({ mediaType, ...bodies }): Hit<Code>[] => {
      if (isSameModel(bodies) && bodies.before.name === bodies.after.name && sides.before.models === sides.after.models) return [];
      const isEnforced = checksOf(pair.after.method, sides.after).body;
      return bodyHits(pair, { mediaType, bodies, isEnforced, compare });
    }));
});

/** Bodies as a validator checks them, or else as they are declared. */
function bodiesOf({ before, after, described }: Pair, sides: Sides): (Bodies & { readonly mediaType: string })[] {
  const isChecked = checksOf(after.method, sides.after).body;
  const [then, now] = isChecked ? [before.method, after.method] : described;
  const models = isChecked ? [sides.before, sides.after] as const : [described[0].requestSchemas, described[1].requestSchemas] as const;
  return sharedBodies(then.requestModels, now.requestModels, models);
}

interface Comparison {
  readonly mediaType: string;
  readonly bodies: Bodies;
  readonly isEnforced: boolean;
  readonly compare: ReturnType<typeof bodyComparison>;
}

function bodyHits({ subject }: Pair, { mediaType, bodies, isEnforced, compare }: Comparison): Hit<Code>[] {
  const answer = compare(bodies.before, bodies.after);
  const part = `request ${mediaType}`;
  if (answer.answer === 'contained') {
    const isWider = compare(bodies.after, bodies.before).answer !== 'contained';
    return isWider ? [{ rule: 'request-widened', subject, part, before: bodies.before.name, after: bodies.after.name,
      hidden: wholeBodies(bodies) }] : [];
  }
  const unless = isEnforced ? {}
    : { level: 'behavior' as const, why: 'No validator checks bodies of this method: the model only documents them.' };
  if (answer.narrowings.length === 0) {
    const why = answer.answer === 'undecided' ? answer.reasons.join('; ') : 'The schemas are too large to name each place.';
    return [{ rule: 'request-undecided', subject, part, before: bodies.before.name, after: bodies.after.name,
      hidden: wholeBodies(bodies), ...unless, why }];
  }
  return answer.narrowings.map((narrowing): Hit<Code> => {
    if (isUnchecked(narrowing)) {
      return { rule: 'request-pattern-changed', subject, part: `${part} ${narrowing.place}`.trimEnd(), before: shown(narrowing.inner, narrowing),
        after: shown(narrowing.outer, narrowing), level: 'behavior', why: 'The gateway does not check this format: it only documents the text.' };
    }
    const rule = ruleOf(narrowing, answer.answer === 'undecided');
    return {
      rule, subject, part: `${part} ${narrowing.place}`.trimEnd(), before: shown(narrowing.inner, narrowing),
      after: shown(narrowing.outer, narrowing),
      ...(rule === 'request-property-typed' ? {} : unless),
      ...(answer.answer === 'undecided' ? { why: answer.reasons.join('; ') } : {}),
      ...(narrowing.isShown ? { witness: narrowing.witness } : {}),
    };
  });
}

function isUnchecked({ kind, outer }: ShownNarrowing): boolean {
  return kind === 'format' && !MODEL_FORMATS.some((format) => format === outer);
}

const RULES: Readonly<Record<ShownNarrowing['kind'], Code>> = {
  'type': 'request-type-narrowed', 'null': 'request-null-refused', 'enum': 'request-enum-value-removed',
  'bound': 'request-bound-tightened',
  'pattern': 'request-pattern-changed', 'format': 'request-pattern-changed', 'property-required': 'request-property-required',
  'property-forbidden': 'request-property-forbidden', 'property-typed': 'request-property-typed', 'branch': 'request-branch-removed',
  'other': 'request-type-narrowed',
};

/** The rule of a narrowing: without a value that shows any, only patterns are named, as their change is what cannot be decided. */
function ruleOf({ kind, isShown }: ShownNarrowing, isUndecided: boolean): Code {
  if (isUndecided && kind !== 'pattern') return 'request-undecided';
  if (kind === 'other' && !isShown) return 'request-undecided';
  return RULES[kind];
}

/** A side of a narrowing with its keyword: `{ "maxLength": 40 }`. */
export function shown(side: unknown, { keyword, kind }: Pick<ShownNarrowing, 'keyword' | 'kind'>): unknown {
  if (side === undefined) return undefined;
  return kind === 'bound' || kind === 'pattern' || kind === 'format' || kind === 'enum' ? { [keyword]: side } : side;
}
