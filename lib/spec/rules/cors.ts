import { issue, warning, type Issue } from '../../errors';
import { describeIntegration } from '../integrations';
import type { ResourceSpec } from '../resource';
import { methodsOfResource, type LocatedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** CORS does not conflict with an OPTIONS method, covers existing methods, and has an effect only on mapped responses. */
export const corsRule: Rule = (spec) =>
  Object.entries(spec.resources).flatMap(([path, resource]) => [
    ...checkCors(`${spec.api.name}${path}`, resource),
    ...checkProtected(methodsOfResource(spec, path), resource),
  ]);

function checkCors(location: string, { cors, methods }: ResourceSpec): Issue[] {
  if (cors === undefined) return [];
  return [
    ...(methods.OPTIONS === undefined ? [] : [issue('CORS_OPTIONS_CONFLICT', location)]),
    ...cors.methods.filter((name) => methods[name] === undefined).map((name) => issue('REFERENCE_UNRESOLVED', location, { what: 'method protected by CORS', name })),
    ...(cors.allowCredentials && cors.allowOrigins.includes('*') ? [issue('CORS_CREDENTIALS_WITH_ANY_ORIGIN', location)] : []),
    ...(cors.allowOrigins.length > 1 && cors.allowOrigins.includes('*') ? [issue('CORS_ORIGINS_AMBIGUOUS', location)] : []),
  ];
}

/** A backend whose response is passed through sends the headers itself. */
function checkProtected(methods: readonly LocatedMethod[], { cors }: ResourceSpec): Issue[] {
  const isPassedThrough = ({ httpMethod, method }: LocatedMethod): boolean =>
    cors?.methods.some((one) => one === httpMethod) === true && describeIntegration(method.integration).responses === undefined;
  return methods.filter(isPassedThrough).map(({ location }) => warning('CORS_WITHOUT_EFFECT', location));
}
