import { compareSchemas } from '../../schema-containment';
import { describeAuthorization, describeAuthorizer, issuerOfUserPool, type AuthorizerSpec } from '../../spec';
import { own, sharedEntries, without } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';
import { authorizerOf } from './authorization';

type Code =
  | 'authorizer-retargeted' | 'authorizer-issuer-changed' | 'authorizer-audience-widened' | 'authorizer-audience-narrowed' | 'identity-source-added'
  | 'identity-source-removed' | 'identity-expression-weakened' | 'identity-expression-tightened' | 'authorizer-ttl-raised' | 'authorizer-ttl-lowered';

/** How authorizers decide. */
export const authorizers = family<Code>({
  'authorizer-retargeted': {
    level: 'security', when: 'Another function decides, also where a stage variable chooses it, or keys of tokens come from elsewhere.',
    why: 'Who may call is decided elsewhere.', noticedBy: ['http'], instead: 'Compare the decisions of both for recorded requests first.',
  },
  'authorizer-issuer-changed': {
    level: 'breaking', when: 'Tokens of another issuer are accepted, and those of the former one are not.',
    why: 'Callers with former tokens get 401.', noticedBy: ['http'], instead: 'Accept both issuers until the former tokens have expired.',
  },
  'authorizer-audience-widened': {
    level: 'security', when: 'An audience or a user pool is added.', why: 'Tokens that were made for others are accepted.',
    noticedBy: ['http'], instead: 'Check that tokens of the new audience are as trustworthy.',
  },
  'authorizer-audience-narrowed': {
    level: 'breaking', when: 'An audience or a user pool is removed.', why: 'Callers with its tokens get 401.', noticedBy: ['http'],
    instead: 'Wait until its tokens have expired.',
  },
  'identity-source-added': {
    level: 'breaking', otherLevels: ['behavior'], when: 'An identity source is added.',
    why: 'Requests without it get 401 before the authorizer is asked.', noticedBy: ['http'],
    instead: 'Let the authorizer read the value without declaring it as an identity source.',
  },
  'identity-source-removed': {
    level: 'security', when: 'An identity source is removed.', why: 'A cached decision counts for callers that differ in it.',
    noticedBy: ['http'], instead: 'Set the TTL of the authorizer to 0.',
  },
  'identity-expression-weakened': {
    level: 'security', when: 'Tokens that the validation expression refused reach the authorizer.',
    why: 'The function must refuse them itself.', noticedBy: ['handler'], instead: 'Check that the function refuses them.',
  },
  'identity-expression-tightened': {
    level: 'breaking', when: 'The validation expression refuses tokens that the authorizer was asked about.',
    why: 'Callers with such tokens get 401.', noticedBy: ['http'], instead: 'Let the function refuse them, and log how many there are.',
  },
  'authorizer-ttl-raised': {
    level: 'security', when: 'Decisions are cached for longer.', why: 'A caller whose access was revoked stays in for longer.',
    noticedBy: ['http'], instead: 'Keep the TTL, and give the function more concurrency.',
  },
  'authorizer-ttl-lowered': {
    level: 'cosmetic', when: 'Decisions are cached for a shorter time.', why: 'The authorizer is asked more often.', noticedBy: ['handler'],
  },
}, (sides) => sides.pairs.flatMap((pair) => changes(pair, sides)));

function changes(pair: Pair, sides: Sides): Hit<Code>[] {
  const [before, after] = [authorizerOf(pair.before, sides.before), authorizerOf(pair.after, sides.after)];
  if (before === undefined || after === undefined || before.type !== after.type) return [];
  const names = [pair.before, pair.after].map(({ method }) => describeAuthorization(method.authorization).authorizer);
  // a change of the authorizer itself is one finding, however many methods use it
  const subject = names[0] === names[1] ? `authorizer ${names[0] ?? ''}` : pair.subject;
  return [targets, chosenFunctions, audiences, identitySources, expressions, ttl]
    .flatMap((find) => find({ subject, before, after, sides }));
}

interface Authorizers {
  readonly subject: string;
  readonly before: AuthorizerSpec;
  readonly after: AuthorizerSpec;
  readonly sides: Sides;
}

/** A function by its name and place: an importer may name functions anew. */
function functionsOf(authorizer: AuthorizerSpec): readonly string[] {
  return describeAuthorizer(authorizer).functions;
}

/** Stages whose variables choose another function. Values of variables may be secret: only names of functions are shown. */
function chosenFunctions({ subject, before, after, sides }: Authorizers): Hit<Code>[] {
  if (functionsOf(before).join() !== functionsOf(after).join()) return [];
  return sharedEntries(sides.before.stages, sides.after.stages).flatMap(({ name, before: then, after: now }): Hit<Code>[] => {
    const [chosen, next] = [chosenBy(before, then.variables), chosenBy(after, now.variables)];
    if (chosen.join() === next.join()) return [];
    const shown = (names: readonly string[], { functions }: Sides['before']): string[] =>
      names.map((text) => (Object.hasOwn(functions, text) ? text : 'no function of the API'));
    return [{ rule: 'authorizer-retargeted', subject, part: `function of stage ${name}`, before: shown(chosen, sides.before),
      after: shown(next, sides.after), hidden: [chosen, next] }];
  });
}

function chosenBy(authorizer: AuthorizerSpec, variables: Readonly<Record<string, string>>): string[] {
  return functionsOf(authorizer).map((text) =>
    text.replaceAll(/\$\{stageVariables\.(\w+)\}/g, (_whole, name: string) => own(variables, name) ?? ''));
}

function targets({ subject, before, after }: Authorizers): Hit<Code>[] {
  const [then, now] = [functionsOf(before), functionsOf(after)];
  const [keys, nextKeys] = [before, after].map((authorizer) => (authorizer.type === 'jwt' ? authorizer.jwksUri : undefined));
  const [issuer, nextIssuer] = [before, after].map((authorizer) => (authorizer.type === 'jwt' ? authorizer.issuer : undefined));
  return [
    ...hitIfChanged({ rule: 'authorizer-retargeted', subject, part: 'function', before: then, after: now }),
    ...hitIfChanged({ rule: 'authorizer-retargeted', subject, part: 'jwksUri', before: keys, after: nextKeys }),
    ...hitIfChanged({ rule: 'authorizer-issuer-changed', subject, part: 'issuer', before: issuer, after: nextIssuer }),
  ];
}

/** Accepted audiences, and the issuers of accepted user pools. */
function accepted(authorizer: AuthorizerSpec): readonly string[] {
  if (authorizer.type === 'jwt') return authorizer.audience;
  return authorizer.type === 'cognito-user-pools'
    ? authorizer.userPools.map(({ arn, issuer }) => issuer ?? issuerOfUserPool(arn ?? '') ?? arn ?? '') : [];
}

function audiences({ subject, before, after }: Authorizers): Hit<Code>[] {
  const hit = { subject, part: before.type === 'jwt' ? 'audience' : 'user pools', before: accepted(before), after: accepted(after) };
  return [
    ...hitIf(without(hit.after, hit.before).length > 0, { ...hit, rule: 'authorizer-audience-widened' }),
    ...hitIf(without(hit.before, hit.after).length > 0, { ...hit, rule: 'authorizer-audience-narrowed' }),
  ];
}

function identitySources({ subject, before, after }: Authorizers): Hit<Code>[] {
  const [then, now] = [before, after].map((authorizer) => describeAuthorizer(authorizer).identitySources);
  if (then === undefined || now === undefined) return [];
  const hit = { subject, part: 'identity sources', before: then, after: now };
  // a request authorizer without a cache is asked in any case
  const isFree = after.type === 'request' && after.resultsCacheTtlSeconds === 0;
  return [
    ...hitIf(without(now, then).length > 0, { ...hit, rule: 'identity-source-added',
      ...(isFree ? { level: 'behavior', why: 'Results are not cached, so the authorizer is asked without it, too.' } : {}) }),
    ...hitIf(without(then, now).length > 0, { ...hit, rule: 'identity-source-removed' }),
  ];
}

function expressions({ subject, before, after }: Authorizers): Hit<Code>[] {
  const [then, now] = [before, after].map((authorizer) => describeAuthorizer(authorizer).validationExpression);
  if (then === now) return [];
  const hit = { subject, part: 'identityValidationExpression', before: then, after: now };
  return [
    ...hitIf(!isContained(now, then), { ...hit, rule: 'identity-expression-weakened' }),
    ...hitIf(!isContained(then, now), { ...hit, rule: 'identity-expression-tightened' }),
  ];
}

/** Whether every token that one expression accepts is accepted by the other, as far as that can be proved. */
function isContained(inner: string | undefined, outer: string | undefined): boolean {
  if (outer === undefined) return true;
  const schema = (expression: string | undefined) =>
    ({ type: 'string', ...(expression === undefined ? {} : { pattern: `^(?:${expression})$` }) });
  return compareSchemas({ schema: schema(inner) }, { schema: schema(outer) }).answer === 'contained';
}

function ttlOf(authorizer: AuthorizerSpec): number {
  return 'resultsCacheTtlSeconds' in authorizer ? authorizer.resultsCacheTtlSeconds : 0;
}

function ttl({ subject, before, after }: Authorizers): Hit<Code>[] {
  const [then, now] = [ttlOf(before), ttlOf(after)];
  const rule = now > then ? 'authorizer-ttl-raised' : 'authorizer-ttl-lowered';
  return hitIfChanged({ rule, subject, part: 'resultsCacheTtlSeconds', before: then, after: now });
}
