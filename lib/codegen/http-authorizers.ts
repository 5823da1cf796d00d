import { describeAuthorization, methodsOf, type AuthorizerKind, type AuthorizerOf, type AuthorizerSpec, type GatewaySpec } from '../spec';
import { call, list, object, objectOrNothing, quoted, type Code } from './code';
import type { Functions } from './functions';
import { sorted, type Variables } from './nodes';
import type { Program } from './program';
import { duration, textsOrNothing } from './values';

interface AuthorizerContext {
  readonly program: Program;
  readonly functions: Functions;
  readonly location: string;
  readonly name: string;
}

type Writer<Kind extends AuthorizerKind> = (spec: AuthorizerOf<Kind>, context: AuthorizerContext) => Code;

/** No HTTP API has these: the rule about kinds of APIs refuses them. */
const foreign = (spec: { readonly type: string }): Code => {
  throw new TypeError(`no authorizer of an HTTP API: ${spec.type}`);
};

const DEFAULT_SOURCE = '$request.header.Authorization';

const WRITERS: { readonly [Kind in AuthorizerKind]: Writer<Kind> } = {
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

/** Declares the authorizers that routes name: they belong to an API by that alone. */
export function declareHttpAuthorizers(spec: GatewaySpec, { program, functions }: Pick<AuthorizerContext, 'program' | 'functions'>): Variables {
  const used = new Set(methodsOf(spec).flatMap(({ method }) => describeAuthorization(method.authorization).authorizer ?? []));
  const variables = new Map<string, string>();
  for (const [name, authorizer] of sorted(spec.authorizers)) {
    const location = `${spec.api.name}/authorizer ${name}`;
    if (!used.has(name)) {
      program.differs(location, 'an authorizer that no route names', 'it is left out');
      continue;
    }
    const variable = program.variable(name, `${name}Authorizer`);
    // the entry that `type` names
    const write = WRITERS[authorizer.type] as (spec: AuthorizerSpec, context: AuthorizerContext) => Code;
    program.constant(variable, write(authorizer, { program, functions, location, name }));
    variables.set(name, variable);
  }
  return variables;
}
