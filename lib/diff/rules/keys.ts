import { changedEntries, isSame, sharedEntries, without } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Sides } from '../sides';

type Code =
  | 'api-key-source-changed' | 'api-key-removed' | 'api-key-added' | 'plan-stage-removed' | 'plan-stage-added' | 'quota-lowered' | 'quota-removed' | 'quota-raised'
  | 'quota-period-changed';

/** API keys, and what usage plans grant them. */
export const keys = family<Code>({
  'api-key-source-changed': {
    level: 'breaking', when: 'Keys are read from elsewhere: X-Api-Key, or the authorizer\'s answer.',
    why: 'Keys of callers are no longer looked at.', noticedBy: ['http', 'typed'],
    instead: 'Let the authorizer return the key that the caller sends in X-Api-Key.',
  },
  'api-key-removed': {
    level: 'breaking', when: 'A key is removed, disabled or has another value.', why: 'Its callers get 403.', noticedBy: ['http'],
    instead: 'Add a second key, and remove the first one when it is unused.',
  },
  'api-key-added': { level: 'cosmetic', when: 'A key is added or enabled.', why: 'More callers have access.', noticedBy: ['http'] },
  'plan-stage-removed': {
    level: 'breaking', when: 'A usage plan loses a stage or a key, or is removed.', why: 'Its keys get 403 there.', noticedBy: ['http'],
    instead: 'Add the keys to another plan with the stage first.',
  },
  'plan-stage-added': {
    level: 'cosmetic', when: 'A usage plan gets a stage or a key, or is new.', why: 'More callers have access.', noticedBy: ['http'],
  },
  'quota-lowered': {
    level: 'behavior', when: 'A quota is lower, or new.', why: 'Keys get 429 sooner.', noticedBy: ['http'],
    instead: 'Look up the highest use of a key first.',
  },
  'quota-removed': {
    level: 'security', when: 'A quota is removed, or ten times as high.', why: 'A key may use the API without a limit.',
    noticedBy: ['http'], instead: 'Raise it in steps.',
  },
  'quota-raised': { level: 'cosmetic', when: 'A quota is higher.', why: 'Keys may call more often.', noticedBy: ['http'] },
  'quota-period-changed': {
    level: 'behavior', when: 'A quota has another period or offset.', why: 'Keys run out at other times.', noticedBy: ['http'],
    instead: 'Announce the date.',
  },
}, (sides) => [...source(sides), ...apiKeys(sides), ...plans(sides), ...quotas(sides)]);

/** A value this many times higher is no limit any more. */
export const NO_LIMIT = 10;

function source({ before: { api: before }, after: { api: after } }: Sides): Hit<Code>[] {
  const part = 'apiKeySource';
  return hitIfChanged({ rule: 'api-key-source-changed', subject: 'API', part, before: before[part], after: after[part] });
}

/** Values of keys are secrets: they tell findings apart, and are not shown. */
function apiKeys({ before, after }: Sides): Hit<Code>[] {
  return changedEntries(before.apiKeys, after.apiKeys).flatMap(({ name, before: then, after: now }): Hit<Code>[] => {
    const subject = `API key ${name}`;
    const [was, is] = [then?.enabled === true, now?.enabled === true];
    const state = (enabled: boolean, isThere: boolean): string | undefined => (isThere ? (enabled ? 'enabled' : 'disabled') : undefined);
    const hit = { subject, before: state(was, then !== undefined), after: state(is, now !== undefined) };
    if (was && !is) return [{ ...hit, rule: 'api-key-removed' }];
    if (!was && is) return [{ ...hit, rule: 'api-key-added' }];
    const values = { before: 'a value', after: 'another value', hidden: [then?.value, now?.value] };
    return hitIf(was && is && then?.value !== now?.value, { rule: 'api-key-removed', subject, ...values });
  });
}

function plans({ before, after }: Sides): Hit<Code>[] {
  return changedEntries(before.usagePlans, after.usagePlans).flatMap(({ name, before: then, after: now }): Hit<Code>[] => {
    const parts = (['stages', 'keys'] as const).map((part) => {
      const list = (plan: typeof then): readonly string[] => (part === 'stages' ? Object.keys(plan?.stages ?? {}) : plan?.keys ?? []);
      return { part, before: list(then), after: list(now) };
    });
    return parts.flatMap((part): Hit<Code>[] => [
      ...hitIf(without(part.before, part.after).length > 0, { rule: 'plan-stage-removed', subject: `usage plan ${name}`, ...part }),
      ...hitIf(without(part.after, part.before).length > 0, { rule: 'plan-stage-added', subject: `usage plan ${name}`, ...part }),
    ]);
  });
}

function quotas({ before, after }: Sides): Hit<Code>[] {
  return sharedEntries(before.usagePlans, after.usagePlans)
    .flatMap(({ name, before: { quota: then }, after: { quota: now } }): Hit<Code>[] => {
      if (isSame(then, now)) return [];
      const hit = { subject: `usage plan ${name}`, part: 'quota', before: then, after: now };
      const isOther = then !== undefined && now !== undefined && (then.period !== now.period || then.offset !== now.offset);
      const [limit, next] = [then?.limit ?? Infinity, now?.limit ?? Infinity];
      return [
        ...hitIf(isOther, { ...hit, rule: 'quota-period-changed' }),
        ...hitIf(next < limit, { ...hit, rule: 'quota-lowered' }),
        ...hitIf(next > limit, { ...hit, rule: next >= limit * NO_LIMIT ? 'quota-removed' : 'quota-raised' }),
      ];
    });
}
