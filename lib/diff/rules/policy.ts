import { canonicalText, type ResourcePolicySpec } from '../../spec';
import { family, type Hit } from '../rule';
import type { Sides } from '../sides';

type Code = 'policy-opened' | 'policy-narrowed' | 'policy-undecided';
type Statement = ResourcePolicySpec['Statement'][number];

/** The resource policy: who may call the API, and from where. */
export const policy = family<Code>({
  'policy-opened': {
    level: 'security', when: 'Something is allowed that was not, or a denial is gone.', why: 'More callers reach the API.',
    noticedBy: ['http'], instead: 'Name the new callers in a statement of their own.',
  },
  'policy-narrowed': {
    level: 'breaking', when: 'Something is no longer allowed, or is denied.', why: 'Callers get 403.', noticedBy: ['http'],
    instead: 'Look at the access log for the callers that it is about.',
  },
  'policy-undecided': {
    level: 'security', when: 'A statement changed in a way that may allow more or less.',
    why: 'Whether more callers reach the API cannot be decided.', noticedBy: ['http'],
    instead: 'Change one thing at a time, or accept the finding after reading it.',
  },
}, (sides) => [...statements(sides.before.api.policy, sides.after.api.policy), ...besideIam(sides)]);

const SUBJECT = { subject: 'API', part: 'policy' };

function statements(before: Sides['before']['api']['policy'], after: typeof before): Hit<Code>[] {
  if (before === undefined || after === undefined) {
    if (before === after) return [];
    // without a policy, everybody is allowed
    return [{ ...SUBJECT, rule: after === undefined ? 'policy-opened'
      : 'policy-narrowed', before: before?.Statement.map(withoutId), after: after?.Statement.map(withoutId) }];
  }
  const versions = before.Version === after.Version
    ? [] : [{ ...SUBJECT, rule: 'policy-undecided' as const, part: 'policy version', before: before.Version, after: after.Version }];
  const [lost, gained] = [minus(before, after), minus(after, before)];
  const pairs = lost.map((statement) => ({ statement, partner: gained.find((other) => isAlike(statement, other)) }));
  const partners = new Set(pairs.map(({ partner }) => partner));
  return [
    ...versions,
    ...pairs.flatMap(({ statement, partner }) => (partner === undefined ? gone(statement) : changed(statement, partner))),
    ...gained.filter((statement) => !partners.has(statement)).flatMap(come),
  ];
}

/**
 * Beside AWS_IAM, what a policy allows to callers of the account needs no permission of theirs: a new policy lets more in, and one that
 * is gone leaves some outside.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-authorization-flow.html
 */
function besideIam({ before, after, pairs }: Sides): Hit<Code>[] {
  const [then, now] = [before.api.policy, after.api.policy];
  const allowed = (then ?? now)?.Statement.filter(({ Effect }) => Effect === 'Allow').map(withoutId) ?? [];
  const isSigned = pairs.some((pair) => [pair.before, pair.after].every(({ method }) => method.authorization.type === 'AWS_IAM'));
  if ((then === undefined) === (now === undefined) || allowed.length === 0 || !isSigned) return [];
  const hit = { ...SUBJECT, part: 'policy beside AWS_IAM' };
  return [then === undefined
    ? { ...hit, rule: 'policy-opened', before: undefined, after: allowed,
      why: 'Signed callers of the account that the policy allows need no permission of their own any more.' }
    : { ...hit, rule: 'policy-narrowed', before: allowed, after: undefined,
      why: 'Signed callers that only the policy allowed get 403.' }];
}

/** Names of statements say nothing. */
function withoutId({ Sid: _name, ...statement }: Statement): Omit<Statement, 'Sid'> {
  return statement;
}

function minus({ Statement: all }: ResourcePolicySpec, { Statement: others }: ResourcePolicySpec): Statement[] {
  const texts = new Set(others.map((statement) => canonicalText(withoutId(statement))));
  return all.filter((statement) => !texts.has(canonicalText(withoutId(statement))));
}

/** Whether two statements differ only in one of principal, resources, actions and conditions. */
function isAlike(left: Statement, right: Statement): boolean {
  const members = ['Effect', 'Principal', 'Action', 'NotAction', 'Resource', 'NotResource', 'Condition'] as const;
  const differing = members.filter((member) => canonicalText({ value: left[member] }) !== canonicalText({ value: right[member] }));
  return left.Effect === right.Effect && differing.length === 1;
}

function gone(statement: Statement): Hit<Code>[] {
  return [{ ...SUBJECT, rule: statement.Effect === 'Allow' ? 'policy-narrowed'
    : 'policy-opened', before: withoutId(statement), after: undefined }];
}

function come(statement: Statement): Hit<Code>[] {
  return [{ ...SUBJECT, rule: statement.Effect === 'Allow' ? 'policy-opened'
    : 'policy-narrowed', before: undefined, after: withoutId(statement) }];
}

/** A condition fewer makes a statement apply to more requests, one more to fewer. */
function changed(before: Statement, after: Statement): Hit<Code>[] {
  const [then, now] = [conditionsOf(before), conditionsOf(after)];
  const [isWider, isNarrower] = [now.every((condition) => then.includes(condition)), then.every((condition) => now.includes(condition))];
  const isAboutConditions = then.join() !== now.join();
  const applies = isAboutConditions && isWider ? 'more' : isAboutConditions && isNarrower ? 'less' : undefined;
  const opens = applies === undefined ? undefined : (applies === 'more') === (after.Effect === 'Allow');
  const rule = opens === undefined ? 'policy-undecided' : opens ? 'policy-opened' : 'policy-narrowed';
  return [{ ...SUBJECT, rule, before: withoutId(before), after: withoutId(after) }];
}

/** `IpAddress aws:SourceIp ["192.0.2.0/24"]`: all of them must match. */
function conditionsOf({ Condition = {} }: Statement): string[] {
  return Object.entries(Condition)
    .flatMap(([operator, keys]) => Object.entries(keys).map(([key, values]) => `${operator} ${key} ${JSON.stringify([values].flat())}`))
    .sort();
}
