import {
  canonicalText, defaultAllowHeaders, describeAuthorization, describeIntegration, parametersRead,
  type AuthorizationSpec, type GatewaySpec, type LocatedMethod, type MethodSpec,
} from '../spec';
import { list, literal, object, objectOrNothing, optional, quoted, type Code, type Members, type ObjectCode, recordCode } from './code';
import { modelCode, sorted, type Variables } from './nodes';
import type { Program } from './program';
import { corsSettings, protectsAll, type CorsSettings, type SharedDefaults } from './shared-defaults';
import { duration, enumMember, textsOrNothing } from './values';

/** The context that the options of a method are written in. */
export interface MethodContext {
  readonly program: Program;
  readonly spec: GatewaySpec;
  readonly models: Variables;
  readonly validators: Variables;
  readonly authorizers: Variables;
  readonly defaults: SharedDefaults;
}

/** The options of a method beside the defaults of the API. */
export function methodOptions({ method, path, httpMethod, location }: LocatedMethod, context: MethodContext): Code | undefined {
  const { program, models, validators, defaults } = context;
  const { operationName, documentation, apiKeyRequired, requestModels, requestValidator } = method;
  return objectOrNothing({
    operationName: optional(operationName),
    documentation: documentation === undefined ? undefined : literal(documentation),
    ...authorizationMembers(method.authorization, context.defaults.authorization, context),
    apiKeyRequired: apiKeyRequired === defaults.apiKeyRequired ? undefined : String(apiKeyRequired),
    requestParameters: requestParameters(method, location, program),
    requestModels: modelsCode(requestModels, models, program),
    requestValidator: requestValidator === undefined ? undefined : validators.get(requestValidator) ?? quoted(requestValidator),
    methodResponses: methodResponses(method, location, context),
    cors: methodCors(path, httpMethod, context),
  });
}

/** The members that are declared once for all methods. */
export function authorizationMembers(
  own: AuthorizationSpec, inherited: AuthorizationSpec, { program, authorizers }: Pick<MethodContext, 'program' | 'authorizers'>,
): Members {
  if (canonicalText(own) === canonicalText(inherited)) return {};
  const { isOpen, isSigned, authorizer, scopes } = describeAuthorization(own);
  if (isOpen || isSigned) return { authorizationType: enumMember(program, 'AuthorizationType', isOpen ? 'NONE' : 'IAM') };
  const isScoped = scopes.length > 0 || describeAuthorization(inherited).scopes.length > 0;
  return {
    authorizer: authorizers.get(authorizer ?? '') ?? quoted(authorizer ?? ''),
    authorizationScopes: isScoped ? list(scopes.map(quoted)) : undefined,
  };
}

/** Without those that the integration reads, which need not be declared. */
function requestParameters({ integration, requestParameters: declared }: MethodSpec, location: string, program: Program): Code | undefined {
  const read = parametersRead(describeIntegration(integration).requestParameters);
  const undeclared = Object.keys(read).filter((name) => !Object.hasOwn(declared, name));
  if (undeclared.length > 0) program.differs(location, `${undeclared.join(', ')}, which the integration reads and the method does not declare`, 'it is declared');
  return recordCode(Object.fromEntries(sorted(declared).filter(([name, isRequired]) => read[name] !== isRequired)));
}

function modelsCode(names: Readonly<Record<string, string>>, models: Variables, program: Program): Code | undefined {
  return objectOrNothing(Object.fromEntries(sorted(names).map(([type, name]) => [type, modelCode(name, models, program)])));
}

/** Without those that the integration responses map, which need not be declared. */
function methodResponses(method: MethodSpec, location: string, { program, models }: MethodContext): Code | undefined {
  const mapped = new Map<string, Set<string>>();
  for (const { statusCode, responseParameters } of describeIntegration(method.integration).responses ?? []) {
    mapped.set(statusCode, new Set([...mapped.get(statusCode) ?? [], ...Object.keys(responseParameters)]));
  }
  const undeclared = [...mapped].flatMap(([status, names]) => {
    const declared = method.methodResponses[status];
    return declared === undefined ? [status] : [...names].filter((name) => !Object.hasOwn(declared.responseParameters, name));
  });
  if (undeclared.length > 0 && describeIntegration(method.integration).unavailable === undefined) {
    program.differs(location, `${undeclared.join(', ')}, which the integration maps and the method does not declare`, 'it is declared');
  }
  const own = sorted(method.methodResponses).flatMap(([status, { description, responseParameters, responseModels }]) => {
    const known = mapped.get(status);
    const parameters = sorted(responseParameters).filter(([name, isPresent]) => known?.has(name) !== true || !isPresent);
    if (known !== undefined && description === undefined && parameters.length === 0 && Object.keys(responseModels).length === 0) return [];
    return [object({
      statusCode: quoted(status),
      description: optional(description),
      responseParameters: recordCode(Object.fromEntries(parameters)),
      responseModels: modelsCode(responseModels, models, program),
    })];
  });
  return own.length === 0 ? undefined : list(own);
}

/** CORS of some of a resource's methods is declared with each of them. */
function methodCors(path: string, httpMethod: string, { program, spec }: MethodContext): Code | undefined {
  const { cors, methods = {} } = spec.resources[path] ?? {};
  if (cors === undefined || protectsAll(cors, Object.keys(methods)) || !cors.methods.some((name) => name === httpMethod)) return undefined;
  return corsCode(corsSettings(cors), { program, spec });
}

/** Options of CORS, without the defaults. */
export function corsCode(settings: CorsSettings, { program, spec }: Pick<MethodContext, 'program' | 'spec'>): ObjectCode {
  const { allowOrigins, allowHeaders, allowMethods, allowCredentials, maxAgeSeconds, exposeHeaders, statusCode } = settings;
  const isSame = (left: unknown, right: unknown): boolean => canonicalText(left) === canonicalText(right);
  return object({
    allowOrigins: isSame(allowOrigins, ['*']) ? undefined : literal(allowOrigins),
    allowHeaders: isSame(allowHeaders, defaultAllowHeaders(spec.api.vendor.shortPrefix)) ? undefined : literal(allowHeaders),
    allowMethods: allowMethods === undefined ? undefined : literal(allowMethods),
    allowCredentials: allowCredentials ? 'true' : undefined,
    maxAge: maxAgeSeconds === undefined || maxAgeSeconds === -1 ? undefined : duration(program, maxAgeSeconds * 1_000),
    disableCache: maxAgeSeconds === -1 ? 'true' : undefined,
    exposeHeaders: textsOrNothing(exposeHeaders),
    statusCode: statusCode === 200 ? undefined : String(statusCode),
  });
}
