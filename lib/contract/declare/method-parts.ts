import { createHash } from 'node:crypto';
import type { Contract } from '../contract';
import type { ContractDefinition } from '../definition';
import { detailsOf, isJson } from '../responses';
import { parameterNames, partsOf } from '../route';
import type { Schema } from '../standard-schema';
import { jsonSchemaOf, type JsonSchema, type SchemaSide } from './json-schema-of';

/** A model that a contract needs. */
export interface ContractModel {
  /** Letters and digits, unique within the contract. */
  readonly name: string;
  readonly contentType: string;
  readonly schema: JsonSchema;
}

/** Texts about a method. */
export interface MethodTexts {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly deprecated?: boolean;
  readonly sunset?: string;
}

/** A response of a contract as a method declares it. */
export interface ContractResponse {
  readonly statusCode: string;
  readonly description: string | undefined;
  /** `method.response.header.<name>` → whether it is always there. */
  readonly parameters: Readonly<Record<string, boolean>>;
  readonly model: ContractModel | undefined;
}

/** The parts of a contract that a method of API Gateway can express. */
export interface MethodParts {
  /** Letters and digits: the beginning of the names of its models and of its function. */
  readonly name: string;
  readonly method: string;
  readonly path: string;
  readonly operationName: string | undefined;
  /** Texts for documents, without members that the contract has not. */
  readonly documentation: MethodTexts | undefined;
  readonly requestModel: ContractModel | undefined;
  /** `method.request.<place>.<name>` → whether it is required. */
  readonly requestParameters: Readonly<Record<string, boolean>>;
  readonly responses: readonly ContractResponse[];
}

/**
 * @param name - of the contract, letters and digits
 * @throws CONTRACT_SCHEMA_UNUSABLE
 */
export function methodPartsOf(contract: Contract, name: string): MethodParts {
  const { route, definition } = contract;
  const { method, path } = partsOf(route);
  const parts = new Parts(route);
  return {
    name,
    method,
    path,
    operationName: definition.operationName,
    documentation: documentationOf(definition),
    requestModel: parts.model(`${name}Body`, definition.contentType, { schema: definition.body, place: 'body', side: 'input' }),
    requestParameters: {
      ...Object.fromEntries(parameterNames(path).map((parameter) => [`method.request.path.${parameter}`, true])),
      ...parts.parameters('method.request.querystring', { schema: definition.query, place: 'query', side: 'input' }),
      // the gateway looks for required headers by the case of their names, which clients choose: handle() refuses a request without them
      ...optional(parts.parameters('method.request.header', { schema: definition.headers, place: 'headers', side: 'input' })),
    },
    responses: Object.entries(definition.responses).map(([statusCode, response]) => {
      const { body, headers, contentType, description, examples = [] } = detailsOf(response);
      return {
        statusCode,
        description,
        parameters: parts.parameters('method.response.header', { schema: headers, place: `responses.${statusCode}.headers`, side: 'output' }),
        model: withExample(parts.model(`${name}${statusCode}`, contentType, { schema: body, place: `responses.${statusCode}`, side: 'output' }), examples),
      };
    }),
  };
}

function optional(parameters: Readonly<Record<string, boolean>>): Record<string, boolean> {
  return Object.fromEntries(Object.keys(parameters).map((name) => [name, false]));
}

function documentationOf({ summary, description, tags, deprecated, sunset }: ContractDefinition): MethodTexts | undefined {
  const texts: MethodTexts = {
    ...(summary === undefined ? {} : { summary }),
    ...(description === undefined ? {} : { description }),
    ...(tags === undefined ? {} : { tags }),
    ...(deprecated === undefined ? {} : { deprecated: true }),
    ...(sunset === undefined ? {} : { sunset: new Date(sunset).toISOString().slice(0, 10) }),
  };
  return Object.keys(texts).length === 0 ? undefined : texts;
}

/** A model has one example, which documents show and `synthgate dev --mock` answers. */
function withExample(model: ContractModel | undefined, [example]: readonly unknown[]): ContractModel | undefined {
  return model === undefined || example === undefined ? model : { ...model, schema: { ...model.schema, example } };
}

interface Side {
  readonly schema: Schema | undefined;
  readonly place: string;
  readonly side: SchemaSide;
}

class Parts {
  public constructor(private readonly contract: string) {}

  /** A model of JSON; bodies of other media types have none. */
  public model(name: string, contentType: string | undefined, { schema, ...at }: Side): ContractModel | undefined {
    if (schema === undefined || !isJson(contentType)) return undefined;
    return { name, contentType: contentType ?? 'application/json', schema: jsonSchemaOf(schema, { contract: this.contract, ...at }) };
  }

  /** The members of a schema of an object as parameters of a method. */
  public parameters(prefix: string, { schema, ...at }: Side): Record<string, boolean> {
    if (schema === undefined) return {};
    const { properties = {}, required = [] } = jsonSchemaOf(schema, { contract: this.contract, ...at });
    const names: readonly unknown[] = Array.isArray(required) ? required : [];
    return Object.fromEntries(Object.keys(Object(properties) as object).map((member) => [`${prefix}.${member}`, names.includes(member)]));
  }
}

const names = new WeakMap<object, Map<string, string>>();

/** The name of a contract in an API: that of its route, with a hash of the route where another one has the same words. */
export function contractName(api: object, route: string): string {
  const taken = names.get(api) ?? new Map<string, string>();
  names.set(api, taken);
  const words = routeWords(route);
  const name = (taken.get(words) ?? route) === route ? words : `${words}${createHash('sha256').update(route).digest('hex').slice(0, 8)}`;
  taken.set(name, route);
  return name;
}

/** `GET /pets/{petId}` → `GetPetsPetId`. */
function routeWords(route: string): string {
  const words = route.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word, at) => (at === 0 ? word[0] + word.slice(1).toLowerCase() : word[0]?.toUpperCase() + word.slice(1))).join('');
}
