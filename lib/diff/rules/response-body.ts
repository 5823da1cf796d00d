import type { MethodSpec } from '../../spec';
import type { Containment, ShownNarrowing } from '../../schema-containment';
import { bodyComparison, isSameModel, schemasAt, sharedBodies, wholeBodies, type Bodies } from '../bodies';
import { own, sharedEntries, without } from '../compare-values';
import { family, type Hit, type Rule } from '../rule';
import type { Pair } from '../sides';
import { shown } from './request-body';

type Code =
  | 'response-status-removed' | 'response-status-added' | 'response-property-removed' | 'response-property-optional' | 'response-property-added' | 'response-null-added'
  | 'response-enum-value-added' | 'response-type-widened' | 'response-bound-loosened' | 'response-branch-added' | 'response-narrowed'
  | 'response-undecided' | 'response-header-removed' | 'response-header-changed' | 'response-media-type-changed';

const unexpected = (when: string, instead: string): Rule => ({
  level: 'breaking', when, why: 'Clients may receive what the former description excludes.', noticedBy: ['http', 'typed'], instead,
});

/** Responses: every body that may come now should be one that could come before. */
export const responseBody = family<Code>({
  'response-status-removed': {
    level: 'breaking', otherLevels: ['behavior'], when: 'A declared status is gone; breaking for 2xx.',
    why: 'Clients that wait for it no longer see it.', noticedBy: ['http', 'typed'],
    instead: 'Answer with the old status as long as clients compare it.',
  },
  'response-status-added': {
    level: 'behavior', when: 'A status is new.', why: 'Clients meet a status that they have no case for.', noticedBy: ['http', 'typed'],
    instead: 'Announce it; clients should treat an unknown 4xx like 400.',
  },
  'response-property-removed': unexpected('A property is no longer described.', 'Keep sending it, and mark it as deprecated.'),
  'response-property-optional': unexpected('A property that was always there may be missing.', 'Send it with an empty value.'),
  'response-property-added': {
    level: 'behavior', when: 'A closed object got a property.', why: 'Clients that refuse unknown members fail; most ignore them.',
    noticedBy: ['typed'], instead: 'Leave objects of responses open, so that they can grow.',
  },
  'response-null-added': unexpected('null is possible.', 'Leave the member out, or send an empty value.'),
  'response-enum-value-added': {
    ...unexpected('A value is new.', 'List it as x-extensible-enum from the start, so that clients expect new values.'),
    otherLevels: ['behavior'],
  },
  'response-type-widened': unexpected('Another type is possible.', 'Send the new type in a new property.'),
  'response-bound-loosened': unexpected('A limit of a number, text or list is wider.',
    'Keep within the former limit, or announce the new one.'),
  'response-branch-added': unexpected('A variant of the body is new.', 'Send it on a new route, or only to clients that ask for it.'),
  'response-narrowed': {
    level: 'cosmetic', when: 'The description of a response is more exact, or says more.',
    why: 'Everything that may come could come before.', noticedBy: ['typed'],
  },
  'response-undecided': unexpected('Whether all bodies fit the former description cannot be decided.',
    'Write the schema in the words of the former one, or accept the finding after reading it.'),
  'response-header-removed': unexpected('A declared header is gone.', 'Keep sending it.'),
  'response-header-changed': unexpected('A header may have another type or other values.', 'Send the new value in a new header.'),
  'response-media-type-changed': unexpected('A declared media type is gone.', 'Keep the former media type for clients that accept it.'),
}, (sides) => {
  const compare = bodyComparison();
  return sides.pairs.flatMap((pair) => [
    ...statuses(pair),
    ...sharedResponses(pair)
      .flatMap(({ status, before, after }): Hit<Code>[] => [
        ...headers(pair, status, [before, after]), ...headerValues(pair, status, compare), ...mediaTypes(pair, status, [before, after]),
        ...sharedBodies(before.responseModels, after.responseModels, [pair.described[0].responseSchemas, pair.described[1].responseSchemas])
          .filter((bodies) => !(isSameModel(bodies) && pair.described[0].responseSchemas === pair.described[1].responseSchemas))
          .flatMap(({ mediaType, ...bodies }) => bodyHits(pair, { part: `response ${status} ${mediaType}`, bodies, compare })),
      ]),
  ]);
});

/** A status that both sides describe, on its own or among others. */
function sharedResponses({ described: [{ methodResponses: then }, { methodResponses: now }] }: Pair) {
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].sort().flatMap((status) => {
    const [before, after] = [responseAt(then, status), responseAt(now, status)];
    return before === undefined || after === undefined ? [] : [{ status, before, after }];
  });
}

/** A status is described on its own, in a range, or by what is said of all others, which is about errors. */
function responseAt(responses: Readonly<Record<string, Response>>, status: string): Response | undefined {
  return own(responses, status) ?? own(responses, `${status.slice(0, 1)}XX`) ?? (status.startsWith('2') ? undefined : own(responses, 'default'));
}

function isAmong(status: string, range: string): boolean {
  return range.endsWith('XX') && status.startsWith(range.slice(0, 1));
}

function statuses({ subject, described }: Pair): Hit<Code>[] {
  const [before, after] = [described[0].methodResponses, described[1].methodResponses];
  const [then, now] = [Object.keys(before), Object.keys(after)];
  const lost = then.filter((status) => responseAt(after, status) === undefined && !now.some((other) => isAmong(other, status)));
  return [
    ...lost.map((status): Hit<Code> => ({
      rule: 'response-status-removed', subject, part: `response ${status}`, before: status, after: undefined,
      level: status.startsWith('2') ? undefined : 'behavior',
    })),
    ...now.filter((status) => responseAt(before, status) === undefined).map((status): Hit<Code> =>
      ({ rule: then.length === 0 ? 'response-narrowed' : 'response-status-added', subject, part: `response ${status}`, before: undefined, after: status })),
  ];
}

type Responses = readonly [Response, Response];
type Response = MethodSpec['methodResponses'][string];

function headers({ subject }: Pair, status: string, [before, after]: Responses): Hit<Code>[] {
  const [then, now] = [Object.keys(before.responseParameters), Object.keys(after.responseParameters)];
  const name = (text: string): string => text.replace('method.response.header.', '');
  return [
    ...without(then, now).map((header): Hit<Code> =>
      ({ rule: 'response-header-removed', subject, part: `response ${status} header ${name(header)}`, before: name(header),
        after: undefined })),
    ...without(now, then).map((header): Hit<Code> =>
      ({ rule: 'response-narrowed', subject, part: `response ${status} header ${name(header)}`, before: undefined,
        after: name(header) })),
  ];
}

/** Values of headers, which only documents describe. */
function headerValues({ subject, described: [then, now] }: Pair, status: string, compare: ReturnType<typeof bodyComparison>): Hit<Code>[] {
  const [before, after] = [then, now].map(({ document }) => own(document?.responses ?? {}, status)?.headers);
  return sharedEntries(before, after).flatMap(({ name, ...names }): Hit<Code>[] => {
    const [was, is] = [{ name: names.before, spec: then.responseSchemas }, { name: names.after, spec: now.responseSchemas }];
    const hit = { subject, part: `response ${status} header ${name} value`, before: schemasAt(was, '')[0], after: schemasAt(is, '')[0] };
    if (compare(is, was).answer !== 'contained') return [{ ...hit, rule: 'response-header-changed' }];
    return compare(was, is).answer === 'contained' ? [] : [{ ...hit, rule: 'response-narrowed' }];
  });
}

function mediaTypes({ subject }: Pair, status: string, [before, after]: Responses): Hit<Code>[] {
  const [then, now] = [Object.keys(before.responseModels), Object.keys(after.responseModels)];
  const [lost, gained] = [without(then, now), without(now, then)];
  const part = `response ${status}`;
  if (lost.length > 0) return [{ rule: 'response-media-type-changed', subject, part, before: then, after: now }];
  return gained.length > 0 ? [{ rule: 'response-narrowed', subject, part, before: then, after: now }] : [];
}

interface Comparison {
  readonly part: string;
  readonly bodies: Bodies;
  readonly compare: ReturnType<typeof bodyComparison>;
}

/** The question is the mirror of that of requests: do all new bodies fit the former model? */
function bodyHits({ subject }: Pair, { part, bodies, compare }: Comparison): Hit<Code>[] {
  const [answer, back] = [compare(bodies.after, bodies.before), compare(bodies.before, bodies.after)];
  const models = { before: bodies.before.name, after: bodies.after.name, hidden: wholeBodies(bodies) };
  const gone = removals(back).map(({ place }): Hit<Code> =>
    ({ rule: 'response-property-removed', subject, part: `${part} ${place}`, before: schemasAt(bodies.before, place)[0], after: undefined }));
  if (answer.answer === 'contained') {
    if (gone.length > 0) return gone;
    return back.answer === 'contained' ? [] : [{ rule: 'response-narrowed', subject, part, ...models }];
  }
  if (answer.narrowings.length === 0) {
    return [...gone, { rule: 'response-undecided', subject, part, ...models, why: answer.answer === 'undecided' ? answer.reasons.join('; ')
      : undefined }];
  }
  const removed = new Set([...answer.narrowings.filter(({ kind }) => kind === 'property-typed'), ...removals(back)]
    .map(({ place }) => place));
  return [...gone, ...answer.narrowings.filter(({ kind, place }) => kind !== 'property-required' || !removed.has(place))
    .map((narrowing): Hit<Code> => {
      const rule = ruleOf(narrowing, answer.answer === 'undecided');
      return {
      // the outer schema is the former one
        rule, subject, part: `${part} ${narrowing.place}`.trimEnd(), before: shown(narrowing.outer, narrowing),
        after: shown(narrowing.inner, narrowing),
        level: rule === 'response-enum-value-added' && isExtensible(bodies, narrowing.place) ? 'behavior' : undefined,
        ...(answer.answer === 'undecided' ? { why: answer.reasons.join('; ') } : {}),
        ...(narrowing.isShown ? { witness: narrowing.witness } : {}),
      };
    })];
}

/** Properties of the former model that a closed object of the new one does not have: clients may read them, as in an open object. */
function removals(back: Containment): ShownNarrowing[] {
  return back.answer === 'contained' ? []
    : back.narrowings.filter(({ kind, place }) => kind === 'property-forbidden' && !place.endsWith('/*'));
}

/** Whether the former model says at a place that values may be added. */
function isExtensible({ before }: Bodies, place: string): boolean {
  return schemasAt(before, place).some((schema) => Object.hasOwn(schema, 'x-extensible-enum'));
}

const RULES: Readonly<Record<ShownNarrowing['kind'], Code>> = {
  'type': 'response-type-widened', 'null': 'response-null-added', 'enum': 'response-enum-value-added', 'bound': 'response-bound-loosened',
  'pattern': 'response-bound-loosened', 'format': 'response-bound-loosened', 'property-required': 'response-property-optional',
  'property-forbidden': 'response-property-added', 'property-typed': 'response-property-removed', 'branch': 'response-branch-added',
  'other': 'response-type-widened',
};

function ruleOf({ kind, isShown }: ShownNarrowing, isUndecided: boolean): Code {
  return isUndecided || (kind === 'other' && !isShown) ? 'response-undecided' : RULES[kind];
}
