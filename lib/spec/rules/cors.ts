import { issue, warning, type Issue } from '../../errors';
import { describeIntegration } from '../integrations';
import type { ResourceSpec } from '../resource';
import { methodsOfResource, type PlacedMethod } from '../walk/walk-methods';
import type { Rule } from './rule';

/** CORS does not conflict with an OPTIONS method, covers existing methods, and has an effect only on mapped responses. */
export const corsRule: Rule = (spec) =>
  Object.entries(spec.resources).flatMap(([path, resource]) => [
    ...checkCors(`${spec.api.name}${path}`, resource),
    ...checkProtected(methodsOfResource(spec, path), resource),
  ]);

function checkCors(place: string, { cors, methods }: ResourceSpec): Issue[] {
  if (cors === undefined) return [];
  return [
    ...(methods.OPTIONS === undefined ? [] : [issue('CORS_OPTIONS_CONFLICT', place)]),
    ...cors.methods.filter((name) => methods[name] === undefined).map((name) => issue('REFERENCE_UNRESOLVED', place, { what: 'method protected by CORS', name })),
    ...(cors.allowCredentials && cors.allowOrigins.includes('*') ? [issue('CORS_CREDENTIALS_WITH_ANY_ORIGIN', place)] : []),
    ...(cors.allowOrigins.length > 1 && cors.allowOrigins.includes('*') ? [issue('CORS_ORIGINS_AMBIGUOUS', place)] : []),
  ];
}

/** A backend whose response is passed through sends the headers itself. */
function checkProtected(methods: readonly PlacedMethod[], { cors }: ResourceSpec): Issue[] {
  const isPassedThrough = ({ httpMethod, method }: PlacedMethod): boolean =>
    cors?.methods.some((one) => one === httpMethod) === true && describeIntegration(method.integration).responses === undefined;
  return methods.filter(isPassedThrough).map(({ place }) => warning('CORS_WITHOUT_EFFECT', place));
}
