import { loss } from '../../errors';
import type { AuthorizerInput } from '../import/context';
import { formatOf } from './integration';
import { PropertyReader } from './property-reader';
import type { Callees, Made, PartOwner, PartsContext, RoutePart } from './route-part';
import { present, type Members } from './value';

/** The authorizers of an API, by the names that its spec has for them. */
export interface HttpApiAuthorizers {
  readonly parts: Readonly<Record<string, AuthorizerInput>>;
  /** The name of one in the spec, or why it was not carried. */
  readonly find: (id: string) => Made<string>;
  /** The name of one, carried or not. */
  readonly nameOf: (id: string) => string | undefined;
}

/** The kinds of authorizers that a kind of API has. */
export interface AuthorizerKinds {
  /** `HTTP APIs` */
  readonly of: string;
  readonly builders: Readonly<Record<string, (properties: PropertyReader, callees: Callees) => Made<AuthorizerInput>>>;
}

/** Reads authorizers; routes of one that cannot be carried find the reason instead of a name. */
export function httpApiAuthorizers<Owner extends PartOwner>(
  declared: readonly RoutePart<Owner>[], { functions, report }: PartsContext<Owner>, kinds = OF_HTTP_APIS,
): HttpApiAuthorizers {
  const parts: Record<string, AuthorizerInput> = {};
  const names = new Map<string, string>();
  const reasons = new Map<string, string>();
  for (const { id, label, properties, resource } of declared) {
    const name = freeName(new PropertyReader(properties).text('Name') ?? label, label, new Set(names.values()));
    names.set(id, name);
    const authorizer = authorizerOf(properties, functions, kinds);
    if ('part' in authorizer) {
      parts[name] = authorizer.part;
      continue;
    }
    reasons.set(id, `${name}: ${authorizer.reason}`);
    report(resource, loss('IMPORT_PART_REFUSED', resource.logicalId, { what: `the authorizer ${name}`, reason: authorizer.reason }));
  }
  const find = (id: string): Made<string> => {
    const name = names.get(id);
    const reason = reasons.get(id);
    return name === undefined || reason !== undefined ? { reason: reason ?? 'it refers to an authorizer that is not part of this source' } : { part: name };
  };
  return { parts, find, nameOf: (id) => names.get(id) };
}

function freeName(own: string, label: string, taken: ReadonlySet<string>): string {
  const valid = (name: string): string => name.replace(/[^A-Za-z0-9_-]/g, '-').slice(0, 128);
  return [own, label].map(valid).find((name) => name !== '' && name !== '__proto__' && !taken.has(name)) ?? `${valid(label)}${taken.size + 1}`;
}

function authorizerOf(declared: Members, callees: Callees, { of, builders }: AuthorizerKinds): Made<AuthorizerInput> {
  const properties = new PropertyReader(declared);
  const type = properties.text('AuthorizerType')?.toUpperCase() ?? '';
  const build = Object.hasOwn(builders, type) ? builders[type] : undefined;
  const authorizer = build === undefined ? { reason: `authorizers of type ${type || 'none'} are not authorizers of ${of}` } : build(properties, callees);
  return properties.reasons.length > 0 ? { reason: properties.reasons.join('; ') } : authorizer;
}

const BUILDERS: AuthorizerKinds['builders'] = {
  JWT: (properties) => {
    const configuration = properties.member('JwtConfiguration');
    const [identitySource, ...more] = sourcesOf(properties);
    if (more.length > 0) return { reason: 'a token has one identity source' };
    return { part: { type: 'jwt', issuer: configuration.text('Issuer') ?? '', audience: configuration.list('Audience'), ...present({ identitySource }) } };
  },
  REQUEST: (properties, { functionOf }) => {
    const called = functionOf(properties.text('AuthorizerUri') ?? '');
    const read = {
      identitySources: sourcesOf(properties),
      payloadFormatVersion: formatOf(properties, 'AuthorizerPayloadFormatVersion'),
      enableSimpleResponses: properties.boolean('EnableSimpleResponses') ?? false,
      ...present({ resultsCacheTtlSeconds: properties.number('AuthorizerResultTtlInSeconds') }),
    };
    return 'reason' in called ? called : { part: { type: 'request', function: called.part, ...read } };
  },
};

const OF_HTTP_APIS: AuthorizerKinds = { of: 'HTTP APIs', builders: BUILDERS };

/** A list, or a text with commas, as documents have it. */
export function sourcesOf(properties: PropertyReader): string[] {
  return properties.list('IdentitySource').flatMap((source) => source.split(',')).map((source) => source.trim()).filter((source) => source !== '');
}
