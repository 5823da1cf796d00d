import { canonicalText, type GatewaySpec, type IntegrationSpec, type LocatedMethod } from '../spec';
import type { ApiSurroundings } from './api';
import type { Code } from './code';
import type { RouteIntegrationContext } from './integrations';
import { pascalCase } from './names';
import type { Variables } from './nodes';
import type { Program } from './program';

/** An API with routes that is being written. */
export interface RouteApiContext extends Pick<ApiSurroundings, 'functions'> {
  readonly program: Program;
  readonly spec: GatewaySpec;
  /** The variable of the API. */
  readonly api: string;
  readonly authorizers: Variables;
  /** Variables of integrations by their text: routes share them. */
  readonly integrations: Map<string, string>;
}

/** How integrations of a kind of API are named and written. */
export interface RouteIntegrations {
  readonly nameOf: (integration: IntegrationSpec) => string;
  readonly codeOf: (integration: IntegrationSpec, context: RouteIntegrationContext) => Code;
}

/** The variable of the integration of a route, which is declared for the first one that has it. */
export function integrationVariable(
  { location, method: { integration } }: LocatedMethod, context: RouteApiContext, { nameOf, codeOf }: RouteIntegrations,
): string {
  const { program, functions, integrations } = context;
  const text = canonicalText(integration);
  const known = integrations.get(text);
  if (known !== undefined) return known;
  const { id } = program.identify({ scope: `integrations of ${context.api}`, prefix: '', name: pascalCase(nameOf(integration)), kind: 'Integration' });
  const variable = program.variable(`${id}Integration`);
  program.constant(variable, codeOf(integration, { program, functions, location, id }));
  integrations.set(text, variable);
  return variable;
}
