import type { DeclaredDocument, DeclaredMethod, DeclaredParts, GatewaySpec, LocatedMethod, MethodSpec } from '../spec';
import { isObject, type Models, type SchemaObject } from './bodies';

/** Requests and responses of a method as its definition describes them: by an OpenAPI document, or by its own models. */
export interface Described extends Pick<MethodSpec, 'requestParameters' | 'requestModels' | 'methodResponses'> {
  readonly requestSchemas: Models;
  readonly responseSchemas: Models;
  /** The document's own words. @default - there is no document */
  readonly document?: DeclaredMethod;
}

export interface DescribedSpec {
  readonly spec: GatewaySpec;
  readonly document: DeclaredDocument | undefined;
  readonly requestSchemas: Models;
  readonly responseSchemas: Models;
}

export function describedSpec(spec: GatewaySpec, { document }: DeclaredParts = {}): DescribedSpec {
  if (document === undefined) return { spec, document, requestSchemas: spec, responseSchemas: spec };
  const { draft, schemas } = document;
  const models = (left: string): Models => ({ api: spec.api, draft, models: Object.fromEntries(Object.entries(schemas)
    .map(([name, schema]) => [name, { schema: withoutProperties(schema, left) as SchemaObject }])) }); // an object stays one
  return { spec, document, requestSchemas: models('readOnly'), responseSchemas: models('writeOnly') };
}

/** Keywords whose values are data, and those whose values are schemas by name. */
const DATA = new Set(['enum', 'const', 'default']);
const MAPS = new Set(['properties', 'patternProperties', 'definitions', '$defs', 'dependentSchemas']);

/** A schema without the properties that a keyword marks: those that are not sent in one direction. */
function withoutProperties(schema: unknown, keyword: string): unknown {
  if (Array.isArray(schema)) return schema.map((item) => withoutProperties(item, keyword));
  if (!isObject(schema)) return schema;
  const inside = (value: unknown): unknown => withoutProperties(value, keyword);
  const whole = mapped(schema, (value, key) =>
    (DATA.has(key) ? value : MAPS.has(key) && isObject(value) ? mapped(value, inside) : inside(value)));
  const { properties, required } = whole;
  if (!isObject(properties)) return whole;
  const kept = Object.fromEntries(Object.entries(properties).filter(([, value]) => !isObject(value) || value[keyword] !== true));
  const isKept = (name: unknown): boolean => Object.hasOwn(kept, String(name)) || !Object.hasOwn(properties, String(name));
  const names = Array.isArray(required) ? required.filter(isKept) : [];
  const { required: _required, ...others } = whole;
  return { ...others, properties: kept, ...(names.length === 0 ? {} : { required: names }) };
}

function mapped(members: SchemaObject, change: (value: unknown, key: string) => unknown): SchemaObject {
  return Object.fromEntries(Object.entries(members).map(([key, value]) => [key, change(value, key)]));
}

/** Whether the answers on both sides are made of what documents show: a backend that nobody names gives others. */
export function isWithoutBackend([before, after]: readonly [Described, Described]): boolean {
  return before.document?.isWithoutBackend === true && after.document?.isWithoutBackend === true;
}

/** Both sides of a route: as documents describe it if those of both sides do, as something else does not say less by being silent. */
export function describedPair(before: LocatedMethod, after: LocatedMethod,
  specs: readonly [DescribedSpec, DescribedSpec]): readonly [Described, Described] {
  const [then, now] = specs;
  const documents = [declarationOf(before, then.document), declarationOf(after, now.document)] as const;
  const isInBoth = documents.every((document) => document !== undefined);
  return [described(before, then, isInBoth ? documents[0] : undefined), described(after, now, isInBoth ? documents[1] : undefined)];
}

/** The day from which on a method may be gone; undefined if none is announced. */
export function sunsetOf(located: LocatedMethod, document: DeclaredDocument | undefined): string | undefined {
  return located.method.documentation?.sunset ?? declarationOf(located, document)?.sunset;
}

function declarationOf({ httpMethod, path }: LocatedMethod, document: DeclaredDocument | undefined): DeclaredMethod | undefined {
  const name = `${httpMethod} ${path}`;
  return document !== undefined && Object.hasOwn(document.methods, name) ? document.methods[name] : undefined;
}

function described({ method }: LocatedMethod, { spec, ...schemas }: DescribedSpec, declaration: DeclaredMethod | undefined): Described {
  const { requestSchemas, responseSchemas } = schemas;
  const { requestParameters, requestModels, methodResponses } = method;
  if (declaration === undefined) return { requestParameters, requestModels, methodResponses, requestSchemas: spec, responseSchemas: spec };
  const { parameters, requestModels: bodies, responses } = declaration;
  const required = Object.fromEntries(Object.entries(parameters).map(([name, { isRequired }]) => [name, isRequired]));
  // headers that the gateway maps may not be in the document; statuses that are not there are those of made-up answers
  const whole = Object.fromEntries(Object.entries(responses).map(([status, response]) => {
    const { responseParameters = {}, ...known } = methodResponses[status] ?? {};
    return [status, { ...known, ...response, responseParameters: { ...responseParameters, ...response.responseParameters } }] as const;
  }));
  return {
    requestParameters: { ...required, ...requestParameters }, requestModels: bodies, methodResponses: whole,
    requestSchemas, responseSchemas, document: declaration,
  };
}
