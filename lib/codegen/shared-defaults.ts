import {
  canonicalText, defaultAllowMethods, describeAuthorization, methodsOf,
  type AuthorizationSpec, type CorsSpec, type GatewaySpec, type IntegrationSpec, type MethodSpec,
} from '../spec';

/** Settings that most methods have, declared once for the API; the other methods declare their own. */
export interface SharedDefaults {
  readonly authorization: AuthorizationSpec;
  readonly apiKeyRequired: boolean;
  /** The integration of all methods. */
  readonly integration?: IntegrationSpec | undefined;
  /** The settings of all resources with methods. */
  readonly cors?: CorsSettings | undefined;
}

/** CORS without what depends on the resource: the protected methods, and their default list. */
export type CorsSettings = Omit<CorsSpec, 'methods' | 'allowMethods'> & { readonly allowMethods?: readonly string[] };

const OPEN: AuthorizationSpec = { type: 'NONE' };

export function sharedDefaults(spec: GatewaySpec): SharedDefaults {
  const methods = methodsOf(spec).map(({ method }) => method);
  const authorization = mostCommon(methods.map((method) => method.authorization));
  const isClosed = authorization !== undefined && !describeAuthorization(authorization).isOpen;
  return {
    authorization: isClosed ? authorization : OPEN,
    apiKeyRequired: mostCommon(methods.map(({ apiKeyRequired }) => apiKeyRequired)) === true,
    // a method with options of its own reads better with its integration
    integration: new Set(methods.map(canonicalText)).size === 1 && isBare(methods[1]) ? methods[1]?.integration : undefined,
    cors: sharedCors(spec),
  };
}

/** Whether a method declares only its integration and its authorization. */
function isBare(method: MethodSpec | undefined): boolean {
  if (method === undefined) return false;
  const { operationName, documentation, requestValidator, requestParameters, requestModels, methodResponses } = method;
  const named = [requestParameters, requestModels, methodResponses].flatMap((record) => Object.keys(record));
  return operationName === undefined && documentation === undefined && requestValidator === undefined && named.length === 0;
}

/** Returns the value that more than half of at least two values equal. */
function mostCommon<Value>(values: readonly Value[]): Value | undefined {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(canonicalText(value), (counts.get(canonicalText(value)) ?? 0) + 1);
  return values.length < 2 ? undefined : values.find((value) => (counts.get(canonicalText(value)) ?? 0) * 2 > values.length);
}

/** A resource without settings inherits those of the API, so all resources with methods must have the same. */
function sharedCors({ resources }: GatewaySpec): CorsSettings | undefined {
  const withMethods = Object.values(resources).filter(({ methods }) => Object.keys(methods).length > 0);
  const settings = withMethods.map(({ cors, methods }) =>
    (cors === undefined || !protectsAll(cors, Object.keys(methods)) ? undefined : corsSettings(cors)));
  const [first] = settings;
  const isShared = settings.length > 1 && settings.every((cors) => cors !== undefined && canonicalText(cors) === canonicalText(first));
  return isShared ? first : undefined;
}

/** Whether CORS covers the whole resource instead of some of its methods. */
export function protectsAll({ methods }: CorsSpec, declared: readonly string[]): boolean {
  return declared.filter((method) => method !== 'OPTIONS').every((method) => methods.some((covered) => covered === method));
}

export function corsSettings({ methods, allowMethods, ...settings }: CorsSpec): CorsSettings {
  return canonicalText(allowMethods) === canonicalText(defaultAllowMethods(methods)) ? settings : { ...settings, allowMethods };
}
