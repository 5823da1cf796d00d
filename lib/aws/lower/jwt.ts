import { loss, type Issue } from '../../errors';
import {
  describeAuthorization, describeIntegration, functionSchema, isLocalUrl, mapMethods, mapTexts, methodsOf, OWN_PROCESS_VARIABLES,
  type FunctionSpec, type GatewaySpec, type JwtAuthorizerSpec,
} from '../../spec';
import type { Lowered, ShippedFunction } from './lowered';

/** References to a claim in templates and mappings. */
const CLAIMS = /context\.authorizer\.claims(?=[.[])/g;

/**
 * REST APIs have no authorizer for JSON Web Tokens of any issuer: each becomes a function that is called for every request and
 * makes the same check as the local gateway. References to claims in mappings are renamed; those in functions cannot be.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-use-lambda-authorizer.html
 */
export function lowerJwt(spec: GatewaySpec): Lowered {
  const jwtAuthorizers = Object.entries(spec.authorizers).filter((entry): entry is [string, JwtAuthorizerSpec] => entry[1].type === 'jwt');
  if (jwtAuthorizers.length === 0) return { spec, losses: [] };
  const shipped = jwtAuthorizers.map(([name, authorizer]) => functionOf(name, authorizer, spec));
  const authorizers = Object.fromEntries(jwtAuthorizers.map(([name, { identitySource }]) => [name, {
    type: 'request' as const, function: functionName(name), identitySources: [identitySource], resultsCacheTtlSeconds: 0,
  }]));
  return {
    spec: {
      ...withCustomAuthorization(spec, new Set(jwtAuthorizers.map(([name]) => name))),
      authorizers: { ...spec.authorizers, ...authorizers },
      functions: { ...spec.functions, ...Object.fromEntries(shipped.map(({ name, spec: ofFunction }) => [name, ofFunction])) },
    },
    losses: jwtAuthorizers.flatMap(([name, authorizer]) => lossesOf(name, authorizer, spec)),
    shipped,
  };
}

function functionName(authorizer: string): string {
  return `synthgate-jwt-${authorizer}`;
}

/** Settings that may contain references are environment variables; the scopes of all methods would be too long for one. */
function functionOf(name: string, { issuer, audience, jwksUri, identitySource }: JwtAuthorizerSpec, spec: GatewaySpec): ShippedFunction {
  const settings = { name, issuer, audience, jwksUri, identitySource };
  const ofAuthorizer = methodsOf(spec).flatMap(({ path, httpMethod, method: { authorization } }) =>
    describeAuthorization(authorization).authorizer === name
      ? [[`${httpMethod} ${path}`, describeAuthorization(authorization).scopes] as const]
      : []);
  const ofFunction: FunctionSpec = functionSchema.parse({
    code: 'synthgate/jwt-authorizer', handler: 'index.handler', memoryMiB: 256, timeoutMs: 10_000, environment: { [OWN_PROCESS_VARIABLES.jwt]: JSON.stringify(settings) },
    description: `Takes the JSON Web Tokens of ${issuer}`,
  });
  return { name: functionName(name), authorizer: name, spec: ofFunction, methods: Object.fromEntries(ofAuthorizer) };
}

function withCustomAuthorization(spec: GatewaySpec, names: ReadonlySet<string>): GatewaySpec {
  return mapMethods(spec, ({ method }) => {
    const { authorizer } = describeAuthorization(method.authorization);
    if (authorizer === undefined || !names.has(authorizer)) return method;
    return {
      ...method,
      authorization: { type: 'CUSTOM', authorizer },
      // `context.authorizer.claims.sub` becomes `context.authorizer.sub`
      integration: mapTexts(method.integration, (text) => text.replace(CLAIMS, 'context.authorizer')),
    };
  });
}

/** Functions find claims in a different place; texts that several methods share are not changed. */
function lossesOf(name: string, { issuer, jwksUri }: JwtAuthorizerSpec, spec: GatewaySpec): Issue[] {
  const location = `${spec.api.name}/authorizer ${name}`;
  const isRead = methodsOf(spec).some(({ method: { authorization, integration } }) =>
    describeIntegration(integration).receivesAuthorizerContext && describeAuthorization(authorization).authorizer === name);
  const isWritten = JSON.stringify([spec.stages, spec.gatewayResponses]).includes('context.authorizer.claims');
  const local = [issuer, jwksUri ?? issuer].filter((url, index, all) => isLocalUrl(url) && all.indexOf(url) === index);
  return [
    ...(isRead || isWritten ? [loss('AWS_JWT_CLAIMS', location, { name })] : []),
    ...local.map((uri) => loss('AWS_BACKEND_LOCAL', location, { uri })),
  ];
}
