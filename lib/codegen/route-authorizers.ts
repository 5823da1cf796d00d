import { ofKind } from '../openapi';
import { describeAuthorization, methodsOf, type AuthorizerKind, type AuthorizerOf, type GatewaySpec } from '../spec';
import { call, list, object, objectOrNothing, quoted, type Code } from './code';
import type { IntegrationContext } from './integrations';
import { sorted, type Variables } from './nodes';
import { duration, textsOrNothing } from './values';

interface AuthorizerContext extends IntegrationContext {
  readonly name: string;
}

type Writer<Kind extends AuthorizerKind> = (spec: AuthorizerOf<Kind>, context: AuthorizerContext) => Code;

type Writers = { readonly [Kind in AuthorizerKind]: Writer<Kind> };

/** Others than a kind of API has: the rule about kinds of APIs refuses them. */
const foreign = (spec: { readonly type: string }): Code => {
  throw new TypeError(`no authorizer of this kind of API: ${spec.type}`);
};

const DEFAULT_SOURCE = '$request.header.Authorization';

const OF_HTTP_APIS: Writers = {
  'jwt': ({ issuer, audience, jwksUri, identitySource }, { program, location, name }) => {
    if (jwksUri !== undefined) program.differs(location, 'the address of keys (jwksUri)', 'it is that of the discovery document');
    return call(`new ${program.use('HttpJwtAuthorizer')}`, quoted(name), quoted(issuer), object({
      jwtAudience: list(audience.map(quoted)),
      identitySource: identitySource === DEFAULT_SOURCE ? undefined : list([quoted(identitySource)]),
    }));
  },
  'request': (spec, { program, functions, location, name }) => {
    const { identitySources, resultsCacheTtlSeconds, payloadFormatVersion, enableSimpleResponses } = spec;
    const isSimple = enableSimpleResponses === true;
    if (!isSimple && payloadFormatVersion === '2.0') program.differs(location, 'policies with payload format 2.0', 'policies with format 1.0');
    const isDefault = identitySources.length === 1 && identitySources[0] === DEFAULT_SOURCE;
    const handler = functions.get(spec.function) ?? quoted(spec.function);
    return call(`new ${program.use('HttpLambdaAuthorizer')}`, quoted(name), handler, objectOrNothing({
      responseTypes: isSimple ? list([`${program.use('HttpLambdaResponseType')}.SIMPLE`]) : undefined,
      identitySource: isDefault ? undefined : textsOrNothing(identitySources) ?? '[]',
      resultsCacheTtl: resultsCacheTtlSeconds === 300 ? undefined : duration(program, resultsCacheTtlSeconds * 1_000),
    }));
  },
  'token': foreign, 'cognito-user-pools': foreign,
};

const DEFAULT_SOURCE_OF_CONNECTIONS = 'route.request.header.Authorization';

const OF_WEBSOCKET_APIS: Writers = {
  'request': ({ function: called, identitySources, resultsCacheTtlSeconds }, { program, functions, location, name }) => {
    if (resultsCacheTtlSeconds !== 0) program.differs(location, 'the cache of results', 'the function is asked for each connection');
    const isDefault = identitySources.length === 1 && identitySources[0] === DEFAULT_SOURCE_OF_CONNECTIONS;
    return call(`new ${program.use('WebSocketLambdaAuthorizer')}`, quoted(name), functions.get(called) ?? quoted(called), objectOrNothing({
      identitySource: isDefault ? undefined : textsOrNothing(identitySources) ?? '[]',
    }));
  },
  'jwt': foreign, 'token': foreign, 'cognito-user-pools': foreign,
};

type DeclareAuthorizers = (spec: GatewaySpec, context: Pick<AuthorizerContext, 'program' | 'functions'>) => Variables;

export const declareHttpAuthorizers = declaring(OF_HTTP_APIS);
export const declareWebSocketAuthorizers = declaring(OF_WEBSOCKET_APIS);

/** Declares the authorizers that routes name: they belong to an API by that alone. */
function declaring(writers: Writers): DeclareAuthorizers {
  return (spec, { program, functions }) => {
    const used = new Set(methodsOf(spec).flatMap(({ method }) => describeAuthorization(method.authorization).authorizer ?? []));
    const variables = new Map<string, string>();
    for (const [name, authorizer] of sorted(spec.authorizers)) {
      const location = `${spec.api.name}/authorizer ${name}`;
      if (!used.has(name)) {
        program.differs(location, 'an authorizer that no route names', 'it is left out');
        continue;
      }
      const variable = program.variable(name, `${name}Authorizer`);
      program.constant(variable, ofKind(writers, authorizer, { program, functions, location, name }));
      variables.set(name, variable);
    }
    return variables;
  };
}
