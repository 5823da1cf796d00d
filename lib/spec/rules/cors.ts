import { issue, warning, type Issue } from '../../errors';
import type { CorsSpec } from '../cors';
import type { GatewaySpec } from '../gateway';
import { describeIntegration } from '../integrations';
import type { ResourceSpec } from '../resource';
import { methodsOf, type LocatedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** CORS does not conflict with an OPTIONS method, covers existing methods, and has an effect only on mapped responses. */
export const corsRule: Rule = (spec) => [
  ...Object.entries(spec.resources).flatMap(([path, resource]) => checkCors(`${spec.api.name}${path}`, resource)),
  ...checkProtected(spec),
  ...checkHttpCors(spec.api),
];

function checkCors(location: string, { cors, methods }: ResourceSpec): Issue[] {
  if (cors === undefined) return [];
  return [
    ...(methods.OPTIONS === undefined ? [] : [issue('CORS_OPTIONS_CONFLICT', location)]),
    ...cors.methods.filter((name) => methods[name] === undefined).map((name) => issue('REFERENCE_UNRESOLVED', location, { what: 'method protected by CORS', name })),
    ...(cors.allowCredentials && cors.allowOrigins.includes('*') ? [issue('CORS_CREDENTIALS_WITH_ANY_ORIGIN', location)] : []),
    ...(cors.allowOrigins.length > 1 && cors.allowOrigins.includes('*') ? [issue('CORS_ORIGINS_AMBIGUOUS', location)] : []),
  ];
}

/** A backend whose response is passed through sends the headers itself. Settings that methods share, or inherit, are reported once. */
function checkProtected(spec: GatewaySpec): Issue[] {
  const bySettings = new Map<string, LocatedMethod[]>();
  for (const placed of methodsOf(spec)) {
    const cors = spec.resources[placed.path]?.cors;
    if (cors === undefined || !isPassedThrough(placed, cors)) continue;
    const settings = JSON.stringify({ ...cors, methods: [], allowMethods: [] });
    bySettings.set(settings, [...bySettings.get(settings) ?? [], placed]);
  }
  return [...bySettings.values()].flatMap(([first, ...others]) => first === undefined ? [] : [
    warning('CORS_WITHOUT_EFFECT', first.location, { others: othersText(others.length) }),
  ]);
}

function isPassedThrough({ httpMethod, method }: LocatedMethod, cors: CorsSpec): boolean {
  return cors.methods.some((allowed) => allowed === httpMethod) && describeIntegration(method.integration).responses === undefined;
}

function othersText(count: number): string {
  return count === 0 ? '' : `; ${count === 1 ? '1 more method has' : `${count} more methods have`} the same settings`;
}

function checkHttpCors({ name, cors }: GatewaySpec['api']): Issue[] {
  return cors?.allowCredentials === true && cors.allowOrigins.includes('*') ? [issue('CORS_CREDENTIALS_WITH_ANY_ORIGIN', name)] : [];
}
