import { throttleOf, type ThrottleSpec } from '../../spec';
import { changedEntries, isSame, own, sharedEntries } from '../compare-values';
import { family, hitIf, type Hit } from '../rule';
import type { Sides } from '../sides';
import { NO_LIMIT } from './keys';

type Code = 'throttle-lowered' | 'throttle-removed' | 'throttle-raised';

/** Rates and bursts, of stages and of usage plans. */
export const throttling = family<Code>({
  'throttle-lowered': {
    level: 'behavior', when: 'A rate or a burst is lower, or new.', why: 'Callers get 429 sooner.', noticedBy: ['http'],
    instead: 'Compare with the peaks in the metrics first.',
  },
  'throttle-removed': {
    level: 'security', when: 'A rate or a burst is removed, or ten times as high.', why: 'One caller may take the capacity of all.',
    noticedBy: ['http'], instead: 'Raise it in steps.',
  },
  'throttle-raised': { level: 'cosmetic', when: 'A rate or a burst is higher.', why: 'Callers may call more often.', noticedBy: ['http'] },
}, (sides) => [...stages(sides), ...plans(sides)]);

function stages({ pairs }: Sides): Hit<Code>[] {
  return pairs.flatMap(({ subject, stages: all }) => all.flatMap(({ name, before, after }) =>
    changes({ subject, part: `throttle of stage ${name}` }, throttleOf(before), throttleOf(after))));
}

function plans({ before, after }: Sides): Hit<Code>[] {
  return sharedEntries(before.usagePlans, after.usagePlans).flatMap(({ name, before: then, after: now }) => {
    const subject = `usage plan ${name}`;
    const stages = sharedEntries(then.stages, now.stages).flatMap(({ name: stage, before: { methods }, after: next }) =>
      changedEntries(methods, next.methods)
        .flatMap(({ name: key }) => changes({ subject, part: `throttle of ${stage}${key}` }, own(methods, key), own(next.methods, key))));
    return [...changes({ subject, part: 'throttle' }, then.throttle, now.throttle), ...stages];
  });
}

function changes(hit: Pick<Hit, 'subject'> & { readonly part: string }, before: ThrottleSpec | undefined,
  after: ThrottleSpec | undefined): Hit<Code>[] {
  if (isSame(before, after)) return [];
  const sides = { ...hit, before, after };
  const ratios = (['rateLimit', 'burstLimit'] as const).map((limit) => ratioOf(before?.[limit], after?.[limit]));
  const most = Math.max(...ratios);
  return [
    ...hitIf(Math.min(...ratios) < 1, { ...sides, rule: 'throttle-lowered' }),
    ...hitIf(most > 1, { ...sides, rule: most >= NO_LIMIT ? 'throttle-removed' : 'throttle-raised' }),
  ];
}

/** How many times a limit is as high: 0 for a new one, infinite where it is gone. */
function ratioOf(before: number | undefined, after: number | undefined): number {
  if (before === after) return 1;
  if (before === undefined) return 0;
  return after === undefined ? Infinity : after / before;
}
