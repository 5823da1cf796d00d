import { canonicalText, draft4Keywords, methodsOf, type GatewaySpec } from '../spec';
import { call, literal, object, objectOrNothing, optional, quoted, type Code } from './code';
import { pascalCase } from './names';
import type { Identified, Program } from './program';
import { mappedCode, templatesCode } from './texts';
import { enumMember } from './values';

/** An API that is being written. */
export interface ApiContext {
  readonly program: Program;
  readonly spec: GatewaySpec;
  /** The variable of the API. */
  readonly api: string;
  /** The part before the id in the name of a construct of the API. */
  readonly prefix: string;
}

/** Variables by the names in a spec. */
export type Variables = ReadonlyMap<string, string>;

type Kind = Pick<Identified, 'name' | 'kind'>;

/** The id of a construct of the API. */
export function identifyInApi({ program, api, prefix }: ApiContext, node: Kind) {
  return program.identify({ scope: api, prefix, ...node });
}

/** How a model is declared in an API. @param id - of the construct, as code */
type DeclareModel = (api: string, id: Code, options: Code) => Code;

/** Declares the models. Those that every API has need not be. */
export function declareModels(
  context: ApiContext, declareModel: DeclareModel = (api, id, options) => call(`${api}.addModel`, id, options),
): Variables {
  const { program, spec, api, prefix } = context;
  const used = new Set(methodsOf(spec).flatMap(({ method: { requestModels, methodResponses } }) => [
    ...Object.values(requestModels), ...Object.values(methodResponses).flatMap(({ responseModels }) => Object.values(responseModels)),
  ]));
  const variables = new Map<string, string>();
  for (const [name, { contentType, description, schema }] of sorted(spec.models)) {
    const identity = program.identify({ scope: api, prefix: prefix.replace(/[^A-Za-z0-9]/g, ''), name, kind: 'Model' });
    const variable = variableOf(context, identity.id, 'Model');
    reportConversion(context, name, schema);
    declare(context, used.has(name) ? variable : undefined, declareModel(api, quoted(identity.id), object({
      modelName: optional(identity.name), contentType: contentType === 'application/json' ? undefined : quoted(contentType),
      description: optional(description), schema: literal({ ...schema, $schema: undefined }),
    })));
    variables.set(name, variable);
  }
  return variables;
}

/** A model as methods refer to it. */
export function modelCode(name: string, models: Variables, program: Program): Code {
  const declared = models.get(name);
  if (declared !== undefined) return declared;
  return enumMember(program, 'Model', name === 'Error' ? 'ERROR_MODEL' : 'EMPTY_MODEL');
}

/** The construct converts schemas to draft 4, and drops `$schema`, which most imported ones begin with. */
function reportConversion({ program, spec }: ApiContext, name: string, { $schema, ...schema }: Readonly<Record<string, unknown>>): void {
  if ($schema !== undefined) program.differs(spec.api.name, '$schema of models, which has no effect', 'it is left out');
  const lost = new Set<string>();
  if (canonicalText(draft4Keywords(schema, lost)) === canonicalText(schema)) return;
  const keywords = lost.size === 0 ? '' : ` (${[...lost].sort().join(', ')})`;
  program.differs(`${spec.api.name}/model ${name}`, `a schema that is not of draft 4${keywords}`, 'it is converted');
}

export function declareValidators(context: ApiContext): Variables {
  const { spec, api } = context;
  const used = new Set(methodsOf(spec).map(({ method }) => method.requestValidator));
  const variables = new Map<string, string>();
  for (const [name, { validateRequestBody, validateRequestParameters }] of sorted(spec.requestValidators)) {
    const identity = identifyInApi(context, { name, kind: 'Validator' });
    const variable = variableOf(context, identity.id, 'Validator');
    declare(context, used.has(name) ? variable : undefined, call(`${api}.addRequestValidator`, quoted(identity.id), objectOrNothing({
      requestValidatorName: optional(identity.name),
      validateRequestBody: validateRequestBody ? 'true' : undefined, validateRequestParameters: validateRequestParameters ? 'true' : undefined,
    })));
    variables.set(name, variable);
  }
  return variables;
}

export function declareGatewayResponses(context: ApiContext): void {
  const { program, spec, api } = context;
  for (const [type, { statusCode, responseParameters, responseTemplates }] of sorted(spec.gatewayResponses)) {
    const { id } = identifyInApi(context, { name: pascalCase(type), kind: 'Response' });
    const headers = Object.fromEntries(Object.entries(responseParameters).map(([name, source]) => [name.replace('gatewayresponse.header.', ''), source]));
    const written = { program, location: `${spec.api.name}/gateway response ${type}` };
    program.statement(call(`${api}.addGatewayResponse`, quoted(id), object({
      type: enumMember(program, 'ResponseType', type), statusCode: optional(statusCode),
      responseHeaders: mappedCode(headers, written), templates: templatesCode('response', responseTemplates, written),
    })));
  }
}

/** `pet` is the variable `petModel`. */
function variableOf({ program, api }: ApiContext, id: string, kind: string): string {
  return program.variable(id.toLowerCase().endsWith(kind.toLowerCase()) ? id : `${id}${kind}`, `${api}${id}${kind}`);
}

/** A variable for what is referred to. */
function declare({ program }: ApiContext, variable: string | undefined, code: Code): void {
  if (variable === undefined) program.statement(code);
  else program.constant(variable, code);
}

export function sorted<Value>(record: Readonly<Record<string, Value>>): [string, Value][] {
  return Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1));
}
