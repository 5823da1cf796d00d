import type { AssemblyApi } from '../runtime';
import { describeAuthorization, describeIntegration, methodsOfResource, whyUnavailable, type GatewaySpec, type MethodSpec } from '../spec';

/** One method of one stage, in API Gateway's words. */
export interface RouteRow {
  readonly api: string;
  /** Null for an API that has no stage. */
  readonly stage: string | null;
  readonly method: string;
  readonly path: string;
  readonly authorizationType: string;
  readonly authorizer: string | null;
  readonly apiKeyRequired: boolean;
  readonly integrationType: string;
  readonly function: string | null;
  /** Why it cannot be called here: it answers 501, or its authorizer refuses. */
  readonly unavailable: string | null;
}

/** Every method of every stage, preflights included. */
export function routeRows(apis: readonly AssemblyApi[]): RouteRow[] {
  return apis.flatMap(({ name: api, spec }) => {
    const stages = Object.keys(spec.stages).sort();
    return (stages.length === 0 ? [null] : stages).flatMap((stage) => {
      const { variables } = spec.stages[stage ?? ''] ?? {};
      return Object.keys(spec.resources).sort().flatMap((path) => [
        ...methodsOfResource(spec, path).map(({ httpMethod, method }) => ({
          api, stage, method: httpMethod, path, ...declaredRow(method, spec), unavailable: whyUnavailable(method, spec, variables) ?? null,
        })),
        ...(spec.resources[path]?.cors === undefined ? [] : [{ api, stage, method: 'OPTIONS', path, ...PREFLIGHT }]),
      ]);
    });
  });
}

const PREFLIGHT = { authorizationType: 'NONE', authorizer: null, apiKeyRequired: false, integrationType: 'MOCK', function: null, unavailable: null } as const;

/** A method that was imported and cannot be carried is listed as its source has it. */
function declaredRow({ authorization, apiKeyRequired, integration }: MethodSpec, spec: GatewaySpec) {
  const { awsType, functions, declared = {} } = describeIntegration(integration);
  const called = declared.function ?? functions[0] ?? null;
  return {
    authorizationType: declared.authorizationType ?? authorization.type,
    authorizer: declared.authorizer ?? describeAuthorization(authorization).authorizer ?? null,
    apiKeyRequired,
    integrationType: awsType,
    function: called === null ? null : spec.functions[called]?.constructPath ?? spec.functions[called]?.logicalId ?? called,
  };
}
