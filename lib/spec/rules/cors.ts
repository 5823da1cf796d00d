import { issue, warning, type Issue } from '../../errors';
import type { ResourceSpec } from '../resource';
import type { Rule } from './rule';

/** CORS does not conflict with an OPTIONS method, covers existing methods, and has an effect only on mapped responses. */
export const corsRule: Rule = (spec) =>
  Object.entries(spec.resources).flatMap(([path, resource]) => checkCors(`${spec.api.name}${path}`, resource));

function checkCors(place: string, { cors, methods }: ResourceSpec): Issue[] {
  if (cors === undefined) return [];
  const proxied = cors.methods.filter((name) => ['proxy', 'http-proxy'].includes(methods[name]?.integration.type ?? ''));
  return [
    ...(methods.OPTIONS === undefined ? [] : [issue('CORS_OPTIONS_CONFLICT', place)]),
    ...cors.methods.filter((name) => methods[name] === undefined).map((name) => issue('REFERENCE_UNRESOLVED', place, { what: 'method protected by CORS', name })),
    ...(cors.allowCredentials && cors.allowOrigins.includes('*') ? [issue('CORS_CREDENTIALS_WITH_ANY_ORIGIN', place)] : []),
    ...(cors.allowOrigins.length > 1 && cors.allowOrigins.includes('*') ? [issue('CORS_ORIGINS_AMBIGUOUS', place)] : []),
    ...proxied.map((name) => warning('CORS_WITHOUT_EFFECT', `${place} ${name}`)),
  ];
}
