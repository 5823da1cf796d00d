import { domainAddress } from '../../spec';
import { changedEntries, sharedEntries, without } from '../compare-values';
import { family, hitIfChanged, type Hit } from '../rule';
import { deployedText, type Sides } from '../sides';

type Code =
  | 'stage-removed' | 'stage-added' | 'stage-variable-removed' | 'stage-variable-added' | 'stage-variable-changed' | 'stage-deployment-changed' | 'canary-changed'
  | 'domain-mapping-removed' | 'domain-mapping-added' | 'data-trace-enabled' | 'data-trace-disabled' | 'access-log-removed' | 'access-log-changed';

/** Stages, their variables, canaries and logs. */
export const stages = family<Code>({
  'stage-removed': {
    level: 'breaking', when: 'A stage is gone.', why: 'Its URLs get 403.', noticedBy: ['http', 'typed'],
    instead: 'Point its custom domain to another stage first.',
  },
  'stage-added': { level: 'cosmetic', when: 'A stage is new.', why: 'Nobody called it.', noticedBy: ['http'] },
  'stage-variable-removed': {
    level: 'breaking', otherLevels: ['behavior'],
    when: 'A stage variable is gone; breaking where an address, a function name or a template reads it.',
    why: 'What reads it gets an empty text.', noticedBy: ['http', 'handler'], instead: 'Remove what reads it in an earlier deployment.',
  },
  'stage-variable-added': { level: 'cosmetic', when: 'A stage variable is new.', why: 'Nothing read it.', noticedBy: ['handler'] },
  'stage-variable-changed': {
    level: 'behavior', when: 'A stage variable has another value.',
    why: 'Functions, addresses and templates that read it behave differently.', noticedBy: ['http', 'handler'],
    instead: 'Try the value on a canary.',
  },
  'stage-deployment-changed': {
    level: 'behavior', when: 'A stage is pinned to another deployment.', why: 'Another definition answers.', noticedBy: ['http', 'handler'],
    instead: 'Compare that deployment with `synthgate diff`.',
  },
  'canary-changed': {
    level: 'behavior', when: 'A canary is new, gone, or has another share, deployment or variables.',
    why: 'Another part of the calls reaches the new deployment.', noticedBy: ['http'], instead: 'Raise the share in steps.',
  },
  'domain-mapping-removed': {
    level: 'breaking', when: 'A custom domain, or a key of it, no longer leads to the stage.',
    why: 'Its URLs get 403, or reach another stage.', noticedBy: ['http', 'typed'],
    instead: 'Keep the mapping until nobody calls it, beside the new one.',
  },
  'domain-mapping-added': {
    level: 'cosmetic', when: 'A custom domain, or a key of it, leads to the stage.', why: 'Nobody called it.', noticedBy: ['http'],
  },
  'data-trace-enabled': {
    level: 'security', when: 'Requests and responses are logged whole (dataTraceEnabled).', why: 'Bodies and tokens are in the logs.',
    noticedBy: ['handler'], instead: 'Log the fields that you need in the access log.',
  },
  'data-trace-disabled': {
    level: 'cosmetic', when: 'Requests and responses are no longer logged whole.', why: 'The logs have less.', noticedBy: ['handler'],
  },
  'access-log-removed': {
    level: 'security', when: 'A stage has no access log any more.', why: 'Nobody can tell who called.', noticedBy: ['handler'],
    instead: 'Keep it, with a shorter retention.',
  },
  'access-log-changed': {
    level: 'cosmetic', when: 'An access log is new, or has another format or destination.',
    why: 'Programs that read the log see other lines.', noticedBy: ['handler'],
  },
}, (sides) => [...whole(sides), ...sharedEntries(sides.before.stages, sides.after.stages).flatMap((stage) => parts(stage, sides)),
  ...traces(sides)]);

function whole({ before, after }: Sides): Hit<Code>[] {
  return changedEntries(before.stages, after.stages).flatMap(({ name, before: then, after: now }): Hit<Code>[] => {
    if (then !== undefined && now !== undefined) return [];
    const rule = now === undefined ? 'stage-removed' : 'stage-added';
    return [{ rule, subject: `stage ${name}`, before: then && name, after: now && name }];
  });
}

type StageSides = ReturnType<typeof sharedEntries<Sides['before']['stages'][string]>>[number];

function parts({ name, before, after }: StageSides, sides: Sides): Hit<Code>[] {
  const subject = `stage ${name}`;
  const text = deployedText(sides.after);
  const logRule = after.accessLog === undefined ? 'access-log-removed' : 'access-log-changed';
  return [
    ...changedEntries(before.variables, after.variables)
      .map(({ name: variable, before: then, after: now }) => variableHit({ subject, variable, text }, then, now)),
    ...hitIfChanged({ rule: 'stage-deployment-changed', subject, part: 'deployment', before: before.deployment, after: after.deployment }),
    ...hitIfChanged({ rule: 'canary-changed', subject, part: 'canary', before: canaryOf(before), after: canaryOf(after) }),
    ...without(addresses(before), addresses(after)).map((gone): Hit<Code> => ({
      rule: 'domain-mapping-removed', subject, part: 'custom domain', before: gone, after: undefined,
    })),
    ...without(addresses(after), addresses(before)).map((added): Hit<Code> => ({
      rule: 'domain-mapping-added', subject, part: 'custom domain', before: undefined, after: added,
    })),
    ...hitIfChanged({ rule: logRule, subject, part: 'access log', before: before.accessLog, after: after.accessLog }),
  ];
}

interface Variable {
  readonly subject: string;
  readonly variable: string;
  readonly text: string;
}

/** Values of variables may be secrets: they are not shown. */
function variableHit({ subject, variable, text }: Variable, before: string | undefined, after: string | undefined): Hit<Code> {
  const isRead = new RegExp(`stageVariables(?:\\.|\\['|\\[\\\\")${variable}\\b`).test(text);
  const hit = { subject, part: `variable ${variable}`, before: 'a value', after: 'another value', hidden: [before, after] };
  if (before === undefined) return { ...hit, before: undefined, after: 'a value', rule: 'stage-variable-added' };
  const why = isRead ? 'The definition reads it: another function or address may be called.' : undefined;
  if (after !== undefined) return { ...hit, rule: 'stage-variable-changed', why };
  return { ...hit, after: undefined, rule: 'stage-variable-removed',
    ...(isRead ? {} : { level: 'behavior' as const, why: 'The definition does not read it; functions see it in the event.' }) };
}

/** Custom domains with their keys. */
function addresses({ domainMappings = [] }: StageSides['before']): string[] {
  return domainMappings.map(domainAddress);
}

/** A canary without the values of its variables. */
function canaryOf({ canary }: StageSides['before']): unknown {
  return canary === undefined ? undefined : { ...canary, stageVariableOverrides: Object.keys(canary.stageVariableOverrides).sort() };
}

function traces({ pairs }: Sides): Hit<Code>[] {
  return pairs.flatMap(({ subject, stages: all }) => all.flatMap(({ name, before, after }): Hit<Code>[] => {
    const [then, now] = [before.dataTraceEnabled === true, after.dataTraceEnabled === true];
    const rule = now ? 'data-trace-enabled' : 'data-trace-disabled';
    return hitIfChanged({ rule, subject, part: `stage ${name}`, before: then, after: now });
  }));
}
