import { namesTarget, protocolOf, type HttpCorsSpec, type IntegrationOf } from '../../spec';
import { changedEntries, isSame, without } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Pair, Sides } from '../sides';
import { authorizerOf } from './authorization';

type Code = 'protocol-changed' | 'payload-format-changed' | 'parameter-mapping-changed' | 'authorizer-answer-changed' | 'http-cors-narrowed' | 'http-cors-opened';

/** HTTP APIs: the parts of a definition that REST APIs do not have. */
export const httpApis = family<Code>({
  'protocol-changed': {
    level: 'breaking', when: 'The API became one of another kind: REST, HTTP or WebSocket.',
    why: 'Events, errors, authorization and URLs are those of another kind of API.', noticedBy: ['http', 'typed', 'handler'],
    instead: 'Deploy the other kind beside this one, and move callers to it.',
  },
  'payload-format-changed': {
    level: 'behavior', when: 'A function or authorizer gets events of another payload format version.',
    why: 'The event has other members, and the result is read differently.', noticedBy: ['handler'],
    instead: 'Deploy a handler that takes both versions first.',
  },
  'parameter-mapping-changed': {
    level: 'behavior', when: 'A parameter mapping is new, gone, or has another value.',
    why: 'The backend or the client sees another header, path or status.', noticedBy: ['http', 'handler'],
    instead: 'Deploy a backend that takes either form first.',
  },
  'authorizer-answer-changed': {
    level: 'security', when: 'An authorizer answers in another form (simple responses, or a policy).',
    why: 'An answer that is not understood refuses, or allows, everybody.', noticedBy: ['http'],
    instead: 'Change function and definition in one deployment.',
  },
  'http-cors-narrowed': {
    level: 'breaking', when: 'CORS of the API is gone, or allows less.', why: 'Scripts of other origins that use it fail.',
    noticedBy: ['http'], instead: 'Remove origins one by one.',
  },
  'http-cors-opened': {
    level: 'security', otherLevels: ['cosmetic'], when: 'CORS of the API allows more; cosmetic for headers, methods and times.',
    why: 'Scripts of more origins can read responses.', noticedBy: ['http'], instead: 'Name the origins.',
  },
}, (sides) => [...protocols(sides), ...sides.pairs.flatMap((pair) => [...integrations(pair), ...authorizers(pair, sides)]),
  ...cors(sides)]);

function protocols({ before, after }: Sides): Hit<Code>[] {
  const [then, now] = [protocolOf(before), protocolOf(after)];
  return hitIfChanged({ rule: 'protocol-changed', subject: 'API', part: 'protocol', before: then, after: now });
}

/** The members of an integration that only HTTP APIs have. */
function membersOf({ method: { integration } }: Pair['before']) {
  const format = 'payloadFormatVersion' in integration ? integration.payloadFormatVersion : undefined;
  const request: object | undefined = 'requestMappings' in integration ? integration.requestMappings : undefined;
  const response: object | undefined = 'responseMappings' in integration ? integration.responseMappings : undefined;
  const parameter = 'parameters' in integration ? ownParameters(integration) : undefined;
  return { format, request, response, parameter };
}

/** The parameters but the one that names what is called, which is the target of the integration. */
function ownParameters({ parameters }: IntegrationOf<'service-proxy'>): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(parameters).filter(([name]) => !namesTarget(name)));
}

function integrations({ subject, before, after }: Pair): Hit<Code>[] {
  const [then, now] = [membersOf(before), membersOf(after)];
  const mappings = (['request', 'response', 'parameter'] as const).flatMap((kind) => changedEntries({ ...then[kind] }, { ...now[kind] })
    .map(({ name, ...sides }): Hit<Code> => ({ rule: 'parameter-mapping-changed', subject, part: `${kind} ${name}`, ...sides })));
  return [
    ...hitIfChanged({ rule: 'payload-format-changed', subject, part: 'payloadFormatVersion', before: then.format, after: now.format }),
    ...mappings,
  ];
}

function authorizers(pair: Pair, sides: Sides): Hit<Code>[] {
  const [then, now] = [authorizerOf(pair.before, sides.before), authorizerOf(pair.after, sides.after)];
  if (then?.type !== 'request' || now?.type !== 'request') return [];
  const hit = { subject: pair.subject, part: 'authorizer' };
  const [form, next] = [then, now].map(({ enableSimpleResponses }) => (enableSimpleResponses === true ? 'simple' : 'policy'));
  return [
    ...hitIfChanged({ ...hit, rule: 'payload-format-changed', before: then.payloadFormatVersion, after: now.payloadFormatVersion }),
    ...hitIfChanged({ ...hit, rule: 'authorizer-answer-changed', before: form, after: next }),
  ];
}

function cors({ before: { api: { cors: before } }, after: { api: { cors: after } } }: Sides): Hit<Code>[] {
  if (isSame(before, after)) return [];
  const hit = { subject: 'API', part: 'CORS', before, after };
  const [then, now] = [before ?? NOTHING, after ?? NOTHING];
  const isNarrower = LISTS.some((list) => isLess(now[list], then[list])) || (then.allowCredentials && !now.allowCredentials);
  const isWider = isLess(then.allowOrigins, now.allowOrigins) || (!then.allowCredentials && now.allowCredentials);
  return [
    ...hitIf(isNarrower, { ...hit, rule: 'http-cors-narrowed' }),
    ...hitIf(isWider, { ...hit, rule: 'http-cors-opened' }),
    ...hitIf(!isNarrower && !isWider,
      { ...hit, rule: 'http-cors-opened', level: 'cosmetic', why: 'Scripts may use more, or browsers ask at other times.' }),
  ];
}

const LISTS = ['allowOrigins', 'allowHeaders', 'allowMethods', 'exposeHeaders'] as const;
const NOTHING: HttpCorsSpec = { allowOrigins: [], allowHeaders: [], allowMethods: [], exposeHeaders: [], allowCredentials: false };

/** Whether a list has less than another; `*` is everything. */
function isLess(list: readonly string[], than: readonly string[]): boolean {
  return !list.includes('*') && without(than, list).length > 0;
}
