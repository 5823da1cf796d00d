import { describeAuthorization, protocolOf, type AuthorizerSpec, type GatewaySpec, type LocatedMethod } from '../../spec';
import { own, without } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';

type Code =
  | 'authorization-removed' | 'authorization-added' | 'authorization-kind-changed' | 'scope-removed' | 'scope-added' | 'cognito-token-kind'
  | 'options-authorized' | 'api-key-required' | 'api-key-dropped';

/** The credentials that a method asks for. */
export const authorization = family<Code>({
  'authorization-removed': {
    level: 'security', when: 'A method that asked for authorization is open.', why: 'Anybody may call it.', noticedBy: ['http'],
    instead: 'Leave the authorizer, and let it accept anonymous callers.',
  },
  'authorization-added': {
    level: 'breaking', when: 'An open method asks for authorization.', why: 'Callers without credentials get 401 or 403.',
    noticedBy: ['http', 'typed'], instead: 'Add a new route with authorization, and move callers to it.',
  },
  'authorization-kind-changed': {
    level: 'breaking', when: 'A method asks for another kind of credentials.', why: 'Callers with the former kind get 401 or 403.',
    noticedBy: ['http', 'typed', 'handler'], instead: 'Use a Lambda authorizer that accepts both kinds for a while.',
  },
  'scope-removed': {
    level: 'breaking', otherLevels: ['security'], when: 'A scope no longer suffices; security if no scope is needed any more.',
    why: 'One scope of the list is enough for a call: callers who have only this one get 403.', noticedBy: ['http'],
    instead: 'Issue tokens with the remaining scopes first.',
  },
  'scope-added': {
    level: 'breaking', otherLevels: ['security'], when: 'A scope is listed that was not; security if the former ones still suffice.',
    why: 'No former scope suffices: callers get 403.', noticedBy: ['http'], instead: 'List the former scopes beside the new one.',
  },
  'cognito-token-kind': {
    level: 'breaking', when: 'A method with a user pool has scopes for the first time, or none any more.',
    why: 'With scopes, API Gateway takes access tokens; without, ID tokens.', noticedBy: ['http', 'handler'],
    instead: 'Add a second route with the other kind.',
  },
  'options-authorized': {
    level: 'breaking', when: 'OPTIONS asks for authorization.',
    why: 'Browsers send no credentials with a preflight: their calls from other origins fail.', noticedBy: ['http'],
    instead: 'Declare OPTIONS, or CORS of the resource, without authorization.',
  },
  'api-key-required': {
    level: 'breaking', when: 'A method requires an API key.', why: 'Callers without one get 403.', noticedBy: ['http', 'typed'],
    instead: 'Hand out keys before requiring them.',
  },
  'api-key-dropped': {
    level: 'security', when: 'A method no longer requires an API key.',
    why: 'Limits of usage plans apply to keys: without one, only those of the stage are left.', noticedBy: ['http'],
    instead: 'Set limits of the stage for the method first.',
  },
}, (sides) => [...sides.pairs.flatMap((pair) => [...kinds(pair, sides), ...scopes(pair, sides), ...keys(pair)]), ...preflights(sides)]);

export function authorizerOf({ method }: LocatedMethod, { authorizers }: GatewaySpec): AuthorizerSpec | undefined {
  const { authorizer } = describeAuthorization(method.authorization);
  return authorizer === undefined ? undefined : own(authorizers, authorizer);
}

/** The kind of credentials: `NONE`, `AWS_IAM`, `jwt`, `request` … */
function kindOf(located: LocatedMethod, spec: GatewaySpec): string {
  return authorizerOf(located, spec)?.type ?? located.method.authorization.type;
}

function kinds({ subject, before, after }: Pair, sides: Sides): Hit<Code>[] {
  const hit = { subject, part: 'authorization', before: kindOf(before, sides.before), after: kindOf(after, sides.after) };
  if (hit.before === hit.after) return [];
  if (hit.after === 'NONE') return [{ ...hit, rule: 'authorization-removed' }];
  return [{ ...hit, rule: hit.before === 'NONE' ? 'authorization-added' : 'authorization-kind-changed' }];
}

function scopes({ subject, before, after }: Pair, sides: Sides): Hit<Code>[] {
  const kind = kindOf(before, sides.before);
  if (kind !== kindOf(after, sides.after)) return [];
  const [then, now] = [before, after].map(({ method }) => describeAuthorization(method.authorization).scopes);
  if (then === undefined || now === undefined) return [];
  const hit = { subject, part: 'scopes', before: then, after: now };
  const [lost, gained] = [without(then, now), without(now, then)];
  const isOpened = lost.length > 0 && now.length === 0;
  const isStillEnough = then.length > 0 && lost.length < then.length;
  return [
    ...hitIf(kind === 'cognito-user-pools' && (then.length === 0) !== (now.length === 0), { ...hit, rule: 'cognito-token-kind' }),
    ...hitIf(lost.length > 0, { ...hit, rule: 'scope-removed',
      ...(isOpened ? { level: 'security', why: 'Tokens with any scope, or none, are accepted.' } : {}) }),
    ...hitIf(gained.length > 0, { ...hit, rule: 'scope-added',
      ...(isStillEnough ? { level: 'security', why: 'Tokens that have only the new scope are accepted.' } : {}) }),
  ];
}

/** Paths whose preflights got an answer without credentials, and now need them. */
function preflights({ before, after, routesBefore, routesAfter, deepest }: Sides): Hit<Code>[] {
  if (protocolOf(after) === 'websocket') return [];
  return Object.keys(before.resources).sort().flatMap((path): Hit<Code>[] => {
    const [sample = path] = routesBefore.samples(path, deepest);
    const [former, now] = [routesBefore.answer('OPTIONS', sample), routesAfter.answer('OPTIONS', sample)];
    const wasOpen = before.resources[path]?.cors !== undefined || (former?.path === path && former.method.authorization.type === 'NONE');
    const isAuthorized = now !== undefined && after.resources[now.path]?.cors === undefined && after.resources[path]?.cors === undefined
      && now.method.authorization.type !== 'NONE';
    if (!wasOpen || !isAuthorized) return [];
    return [{ rule: 'options-authorized', subject: `OPTIONS ${path}`, before: 'NONE', after: kindOf(now, after) }];
  });
}

function keys({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [before.method.apiKeyRequired, after.method.apiKeyRequired];
  return hitIfChanged({ rule: now ? 'api-key-required' : 'api-key-dropped', subject, part: 'apiKeyRequired', before: then, after: now });
}
