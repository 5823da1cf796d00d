import { ofKind } from '../openapi';
import { methodsOf, describeAuthorization, type AuthorizerKind, type AuthorizerOf, type GatewaySpec } from '../spec';
import { call, list, object, optional, quoted, type Code, type Members } from './code';
import type { Functions } from './functions';
import { sorted, type Variables } from './nodes';
import type { Program } from './program';
import { duration } from './values';

interface AuthorizerContext {
  readonly program: Program;
  readonly functions: Functions;
}

/** The class of an authorizer, and its props except the name. */
interface AuthorizerCode {
  readonly class: string;
  readonly props: Members;
}

const WRITERS: { readonly [Kind in AuthorizerKind]: (spec: AuthorizerOf<Kind>, context: AuthorizerContext) => AuthorizerCode } = {
  'token': (spec, { program, functions }) => ({
    class: 'TokenAuthorizer',
    props: {
      handler: functions.get(spec.function) ?? quoted(spec.function), identitySource: tokenSource(spec.identitySource, program),
      validationRegex: optional(spec.identityValidationExpression),
      resultsCacheTtl: ttl(spec.resultsCacheTtlSeconds, program),
    },
  }),
  'request': (spec, { program, functions }) => ({
    class: 'RequestAuthorizer',
    props: {
      handler: functions.get(spec.function) ?? quoted(spec.function),
      identitySources: list(spec.identitySources.map((source) => identitySource(source, program))),
      resultsCacheTtl: ttl(spec.resultsCacheTtlSeconds, program),
    },
  }),
  'cognito-user-pools': (spec, { program }) => ({
    class: 'CognitoUserPoolsAuthorizer',
    props: {
      cognitoUserPools: list(spec.userPools.map(({ arn, issuer }) => {
        const pool = program.use('UserPool');
        return arn === undefined ? call(`${pool}.fromIssuer`, quoted(issuer ?? '')) : call(`${pool}.fromUserPoolArn`, quoted(arn));
      })),
      identitySource: tokenSource(spec.identitySource, program),
      resultsCacheTtl: ttl(spec.resultsCacheTtlSeconds, program),
    },
  }),
  'jwt': (spec, { program }) => ({
    class: 'JwtAuthorizer',
    props: {
      issuer: quoted(spec.issuer), audience: list(spec.audience.map(quoted)),
      jwksUri: optional(spec.jwksUri), identitySource: tokenSource(spec.identitySource, program),
    },
  }),
};

interface Declaration extends AuthorizerContext {
  /** Whether the authorizers that methods name are declared, or the others. */
  readonly isUsed: boolean;
  readonly scope: string;
  readonly prefix: string;
}

/** Declares authorizers. Authorizers in use are declared before the API, whose default method options may name one. */
export function declareAuthorizers(spec: GatewaySpec, { program, functions, isUsed, scope, prefix }: Declaration): Variables {
  const used = new Set(methodsOf(spec).flatMap(({ method }) => describeAuthorization(method.authorization).authorizer ?? []));
  const variables = new Map<string, string>();
  for (const [name, authorizer] of sorted(spec.authorizers).filter(([key]) => used.has(key) === isUsed)) {
    const identity = program.identify({ scope, prefix, name, kind: 'Authorizer' });
    const short = identity.id.startsWith(`${spec.api.name}-`) ? identity.id.slice(spec.api.name.length + 1) : identity.id;
    const variable = program.variable(short, `${short}Authorizer`, `${identity.id}Authorizer`);
    const { class: className, props } = ofKind(WRITERS, authorizer, { program, functions });
    const code = call(`new ${program.use(className)}`, scope, quoted(identity.id), object({
      authorizerName: optional(identity.name), ...props,
    }));
    if (isUsed) program.constant(variable, code);
    else program.statement(code);
    variables.set(name, variable);
  }
  return variables;
}

function tokenSource(source: string, program: Program): Code | undefined {
  return source === 'method.request.header.Authorization' ? undefined : identitySource(source, program);
}

const SOURCES: readonly (readonly [string, string])[] = [
  ['method.request.header.', 'header'], ['method.request.querystring.', 'queryString'], ['stageVariables.', 'stageVariable'], ['context.', 'context'],
];

function identitySource(source: string, program: Program): Code {
  const [prefix, maker] = SOURCES.find(([start]) => source.startsWith(start)) ?? [];
  return prefix === undefined ? quoted(source) : call(`${program.use('IdentitySource')}.${String(maker)}`, quoted(source.slice(prefix.length)));
}

function ttl(seconds: number, program: Program): Code | undefined {
  return seconds === 300 ? undefined : duration(program, seconds * 1_000);
}
