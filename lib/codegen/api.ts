import { DEFAULT_VENDOR, stableId, type GatewaySpec } from '../spec';
import { declareAuthorizers } from './authorizers';
import { call, literal, objectOrNothing, optional, quoted, type Code, type Members } from './code';
import type { Functions } from './functions';
import { integrationCode } from './integrations';
import { authorizationMembers, corsCode, type MethodContext } from './method-options';
import { pascalCase } from './names';
import { declareGatewayResponses, declareModels, declareValidators, type ApiContext } from './nodes';
import type { Program } from './program';
import { declareResources } from './resources';
import { sharedDefaults } from './shared-defaults';
import { declareRepeated } from './shared-values';
import { declareStages, deploymentStage, deployOptions } from './stages';
import { declareUsagePlans, limitedMethods, plannedStages } from './usage-plans';
import { enumUnless, size, textsOrNothing } from './values';

/** The context of an API in its program. */
export interface ApiSurroundings {
  readonly functions: Functions;
  /** Whether the program declares no other. */
  readonly isOnly: boolean;
}

/** Declares an API with everything that belongs to it but its functions. */
export function declareApi(program: Program, spec: GatewaySpec, { functions, isOnly }: ApiSurroundings): void {
  const defaults = sharedDefaults(spec);
  const { scope, prefix } = program.target;
  const identity = program.identify({ scope, prefix: '', name: idOf(spec.api.name), kind: 'Api' });
  const authorizers = declareAuthorizers(spec, { program, functions, isUsed: true, scope, prefix: prefix(program.stackId) });
  program.gap();
  const api = program.variable(...(isOnly ? ['api'] : []), identity.id, `${identity.id}Api`);
  const context: ApiContext = { program, spec, api, prefix: `${prefix(program.stackId)}${identity.id}-` };
  program.constant(api, call(`new ${program.use('Api')}`, scope, quoted(identity.id), objectOrNothing({
    ...apiMembers(context, identity.id), ...defaultMembers({ program, spec, authorizers, defaults }, functions), ...deployMembers(context),
  })));
  declareAuthorizers(spec, { program, functions, isUsed: false, scope: api, prefix: context.prefix });
  const models = declareModels(context);
  const validators = declareValidators(context);
  declareGatewayResponses(context);
  const method = { program, spec, api, functions, models, validators, authorizers, defaults, limited: limitedMethods(spec) };
  program.gap();
  const methods = declareResources({ ...method, shared: declareRepeated(method) });
  program.gap();
  const stages = declareStages(context, plannedStages(spec));
  declareUsagePlans({ ...context, stages, methods, declare: (what, id, options) => call(`${context.api}.add${what}`, id, options) });
  program.gap();
}

/** The id of an API: its name if that is one. */
export function idOf(name: string): string {
  return /^[A-Za-z][\w-]*$/.test(name) ? name : pascalCase(name);
}

function apiMembers({ program, spec: { api } }: ApiContext, id: string): Members {
  const { endpointType, apiKeySource, binaryMediaTypes, minimumCompressionSize, jsonBodyValidation, policy } = api;
  const limits = limitMembers(api);
  return {
    ...namedMembers(program, api, id),
    endpointType: enumUnless(program, 'EndpointType', { value: endpointType, fallback: 'EDGE' }),
    apiKeySourceType: enumUnless(program, 'ApiKeySourceType', { value: apiKeySource, fallback: 'HEADER' }),
    binaryMediaTypes: textsOrNothing(binaryMediaTypes),
    minCompressionSize: minimumCompressionSize === undefined ? undefined : size(program, minimumCompressionSize),
    quotas: limits.quotas,
    jsonBodyValidation: enumUnless(program, 'JsonBodyValidation', {
      value: jsonBodyValidation.toUpperCase(), fallback: program.target.jsonBodyValidation.toUpperCase(),
    }),
    vendor: limits.vendor,
    policy: policy === undefined ? undefined : literal(policy),
  };
}

/** The members by which an API of any kind is found. */
export function namedMembers(program: Program, { id: apiId, name, description }: GatewaySpec['api'], id: string): Members {
  const follows = apiId === stableId(`${program.target.path(program.stackId)}${id}`);
  return {
    apiName: name === id ? undefined : quoted(name), apiId: follows ? undefined : quoted(apiId), description: optional(description),
  };
}

/** The members of quotas and words, which APIs of any kind have. */
export function limitMembers({ quotas, vendor }: GatewaySpec['api']): Members {
  return { quotas: differing(quotas, { resources: 300, stages: 10 }), vendor: differing(vendor, DEFAULT_VENDOR) };
}

/** The members that are not the default, if there are any. */
function differing(options: Readonly<Record<string, unknown>>, defaults: Readonly<Record<string, unknown>>): Code | undefined {
  const changed = Object.entries(options).filter(([name, value]) => defaults[name] !== value);
  return objectOrNothing(Object.fromEntries(changed.map(([name, value]) => [name, literal(value)])));
}

/** Returns the default integration, method options and CORS preflight options of an API. */
function defaultMembers(context: Pick<MethodContext, 'program' | 'spec' | 'authorizers' | 'defaults'>, functions: Functions): Members {
  const { program, spec, defaults } = context;
  return {
    defaultIntegration: defaults.integration && integrationCode(defaults.integration, { program, functions, location: spec.api.name }),
    defaultMethodOptions: objectOrNothing({
      ...authorizationMembers(defaults.authorization, { type: 'NONE' }, context),
      apiKeyRequired: defaults.apiKeyRequired ? 'true' : undefined,
    }),
    defaultCorsPreflightOptions: defaults.cors === undefined ? undefined : corsCode(defaults.cors, context),
  };
}

function deployMembers({ program, spec }: ApiContext): Members {
  const name = deploymentStage(spec);
  const stage = name === undefined ? undefined : spec.stages[name];
  if (name === undefined || stage === undefined) return { deploy: 'false' };
  const options = deployOptions(name, { program, stage, location: `${spec.api.name}/stage ${name}` });
  return { deployOptions: options };
}
