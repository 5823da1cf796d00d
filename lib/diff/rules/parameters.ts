import type { ShownNarrowing } from '../../schema-containment';
import { bodyComparison, schemasAt, wholeBodies, type Bodies } from '../bodies';
import { sharedEntries } from '../compare-values';
import { family, hitIfChanged, type Hit } from '../rule';
import type { Pair } from '../sides';
import { shown } from './request-body';

type Code = 'parameter-narrowed' | 'parameter-widened' | 'parameter-undecided' | 'parameter-style-changed' | 'parameter-default-changed';

const UNCHECKED = 'API Gateway checks whether a parameter is there, and never its value: the document only describes it.';

/** Values of parameters, as documents describe them. */
export const parameters = family<Code>({
  'parameter-narrowed': {
    level: 'behavior', when: 'A parameter takes fewer values: another type or format, fewer values of a list, a tighter limit.',
    why: UNCHECKED, noticedBy: ['http', 'typed', 'handler'], instead: 'Take the former values as well, and convert them in the handler.',
  },
  'parameter-widened': {
    level: 'cosmetic', when: 'A parameter takes more values, or is described in other words.', why: 'All former values are taken.',
    noticedBy: ['typed'],
  },
  'parameter-undecided': {
    level: 'behavior', when: 'Whether a parameter takes all former values cannot be decided.', why: UNCHECKED,
    noticedBy: ['http', 'typed', 'handler'],
    instead: 'Write the schema in the words of the former one, or accept the finding after reading it.',
  },
  'parameter-style-changed': {
    level: 'behavior', when: 'Lists or objects in a parameter are written in another way.',
    why: 'A list that callers write as before is read as something else.', noticedBy: ['http', 'typed', 'handler'],
    instead: 'Read either form in the handler first.',
  },
  'parameter-default-changed': {
    level: 'behavior', when: 'A parameter that is left out stands for another value.', why: 'Callers that leave it out get another answer.',
    noticedBy: ['http', 'typed', 'handler'], instead: 'Keep the former value; callers that want the other one can say so.',
  },
}, ({ pairs }) => {
  const compare = bodyComparison();
  return pairs.flatMap((pair) => changesOf(pair, compare));
});

function changesOf({ subject, described: [then, now] }: Pair, compare: ReturnType<typeof bodyComparison>): Hit<Code>[] {
  return sharedEntries(then.document?.parameters, now.document?.parameters).flatMap(({ name, before, after }): Hit<Code>[] => {
    const part = name.replace('method.request.', '').replace('.', ' ');
    const style: Hit<Code>[] = before.style === undefined || after.style === undefined ? []
      : hitIfChanged({ rule: 'parameter-style-changed', subject, part, before: before.style, after: after.style });
    const bodies = { before: { name: before.schema ?? '', spec: then.requestSchemas }, after: { name: after.schema ?? '', spec: now.requestSchemas } };
    const fallback = { subject, part: `${part} default`, before: before.fallback, after: after.fallback };
    const defaults = hitIfChanged<Code>({ rule: 'parameter-default-changed', ...fallback });
    return [...style, ...defaults, ...valueHits({ subject, part }, bodies, compare)];
  });
}

function valueHits(at: Pick<Hit, 'subject' | 'part'>, bodies: Bodies, compare: ReturnType<typeof bodyComparison>): Hit<Code>[] {
  const answer = isPlainText(bodies) ? CONTAINED : compare(bodies.before, bodies.after);
  const [before, after] = [bodies.before, bodies.after].map((body) => schemasAt(body, '')[0]);
  const whole = { ...at, before, after, hidden: wholeBodies(bodies) };
  if (answer.answer === 'contained') return compare(bodies.after, bodies.before).answer === 'contained' ? [] : [{ rule: 'parameter-widened', ...whole }];
  const reasons = answer.answer === 'undecided' ? answer.reasons.join('; ') : undefined;
  if (answer.narrowings.length === 0) return [{ rule: 'parameter-undecided', ...whole, why: reasons }];
  return answer.narrowings.map((narrowing): Hit<Code> => ({
    rule: isDecided(narrowing) ? 'parameter-narrowed' : 'parameter-undecided', subject: at.subject, part: `${at.part ?? ''} ${narrowing.place}`.trimEnd(),
    before: shown(narrowing.inner, narrowing), after: shown(narrowing.outer, narrowing),
    ...(isDecided(narrowing) ? {} : { why: reasons }), ...(narrowing.isShown ? { witness: narrowing.witness } : {}),
  }));
}

const CONTAINED = { answer: 'contained' } as const;
const TEXTS: readonly string[] = ['type', 'title', 'description', 'default'];
const SCALARS: readonly unknown[] = ['string', 'number', 'integer', 'boolean'];

/** Whether every text is taken now, as which all scalars arrive. */
function isPlainText({ before, after }: Bodies): boolean {
  const [then, now] = [before, after].map((body) => schemasAt(body, '')[0] ?? {});
  return SCALARS.includes(then?.type) && now?.type === 'string' && Object.keys(now).every((keyword) => TEXTS.includes(keyword));
}

/** Without a value that shows it, only a format is certain: its change is what it says. */
function isDecided({ kind, isShown }: ShownNarrowing): boolean {
  return isShown || kind === 'format';
}
