import { changedEntries, without } from '../compare-values';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Sides } from '../sides';

type Code =
  | 'binary-type-removed' | 'binary-type-added' | 'compression-changed' | 'endpoint-private' | 'endpoint-public' | 'endpoint-type-changed' | 'api-id-changed'
  | 'vendor-header-changed';

/** Settings of the whole API. */
export const api = family<Code>({
  'binary-type-removed': {
    level: 'breaking', when: 'A media type is no longer binary.', why: 'Its bytes are read as UTF-8 and damaged.',
    noticedBy: ['http', 'handler'], instead: 'Keep it in the list.',
  },
  'binary-type-added': {
    level: 'behavior', when: 'A media type is binary.', why: 'Functions receive such bodies as base64.', noticedBy: ['handler'],
    instead: 'Deploy a handler that looks at isBase64Encoded first.',
  },
  'compression-changed': {
    level: 'behavior', when: 'Responses are compressed from another size on, or no longer.',
    why: 'Clients receive other bytes if they accept compression.', noticedBy: ['http'],
    instead: 'Nothing to do for clients that decode what they accept.',
  },
  'endpoint-private': {
    level: 'breaking', when: 'The endpoint is private.', why: 'It can be reached from its VPC only.', noticedBy: ['http'],
    instead: 'Deploy a second API for callers outside.',
  },
  'endpoint-public': {
    level: 'security', when: 'The endpoint is no longer private.', why: 'Anybody can reach it.', noticedBy: ['http'],
    instead: 'Attach a resource policy first.',
  },
  'endpoint-type-changed': {
    level: 'behavior', when: 'The endpoint is reached through the CDN, or no longer.',
    why: 'The CDN\'s headers come or go, and other time limits apply.', noticedBy: ['http', 'handler'],
    instead: 'Make sure that no handler reads these headers.',
  },
  'api-id-changed': {
    level: 'behavior', when: 'The API or a resource has another id.', why: 'Default URLs, ARNs and requestContext have another id.',
    noticedBy: ['http', 'handler'], instead: 'Call the API by a custom domain.',
  },
  'vendor-header-changed': {
    level: 'breaking', when: 'Headers of the gateway have another prefix (vendor).',
    why: 'Clients and functions that read x-amzn-RequestId and its like find nothing.', noticedBy: ['http', 'handler'],
    instead: 'Keep the names.',
  },
}, (sides) => [...media(sides), ...endpoint(sides), ...ids(sides), ...vendor(sides)]);

const SUBJECT = { subject: 'API' };

function media({ before: { api: before }, after: { api: after } }: Sides): Hit<Code>[] {
  const types = { ...SUBJECT, part: 'binaryMediaTypes', before: before.binaryMediaTypes, after: after.binaryMediaTypes };
  const size = { part: 'minimumCompressionSize', before: before.minimumCompressionSize, after: after.minimumCompressionSize };
  return [
    ...hitIf(without(types.before, types.after).length > 0 && !types.after.includes('*/*'), { ...types, rule: 'binary-type-removed' }),
    ...hitIf(without(types.after, types.before).length > 0 && !types.before.includes('*/*'), { ...types, rule: 'binary-type-added' }),
    ...hitIfChanged({ ...SUBJECT, rule: 'compression-changed', ...size }),
  ];
}

function endpoint({ before: { api: { endpointType: before } }, after: { api: { endpointType: after } } }: Sides): Hit<Code>[] {
  const rule = after === 'PRIVATE' ? 'endpoint-private' : before === 'PRIVATE' ? 'endpoint-public' : 'endpoint-type-changed';
  return hitIfChanged({ ...SUBJECT, rule, part: 'endpointType', before, after });
}

/** Ids of resources usually follow from that of the API: they are one finding. */
function ids({ before, after }: Sides): Hit<Code>[] {
  const [then, now] = [before.api.id, after.api.id];
  if (then !== now) return [{ ...SUBJECT, rule: 'api-id-changed', part: 'id', before: then, after: now }];
  const changed = Object.keys(after.resources).sort()
    .filter((path) => (before.resources[path]?.id ?? after.resources[path]?.id) !== after.resources[path]?.id);
  return changed.length === 0 ? []
    : [{ ...SUBJECT, rule: 'api-id-changed', part: 'ids of resources', before: undefined, after: changed,
      why: 'requestContext.resourceId has another value.' }];
}

function vendor({ before: { api: before }, after: { api: after } }: Sides): Hit<Code>[] {
  return changedEntries(before.vendor, after.vendor)
    .map(({ name, ...sides }): Hit<Code> => ({ ...SUBJECT, rule: 'vendor-header-changed', part: `vendor ${name}`, ...sides }));
}

/** Whole APIs of a project; `diffApis` finds them, as no single definition has them. */
export const apis = family<'api-removed' | 'api-added'>({
  'api-removed': {
    level: 'breaking', when: 'An API is gone.', why: 'All of its URLs stop answering.', noticedBy: ['http', 'typed'],
    instead: 'Keep it until nobody calls it.',
  },
  'api-added': { level: 'cosmetic', when: 'An API is new.', why: 'Nobody called it.', noticedBy: ['http'] },
}, () => []);
