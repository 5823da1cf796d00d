import type * as AjvModule from 'ajv-draft-04';
import type * as FormatsModule from 'ajv-formats';
import { isObject } from '../errors';
import { modelUrl, type ModelSpec } from './model';
import { multipleOf } from './multiple-of';

/** Says whether a value fits a model. */
type ModelValidator = (value: unknown) => unknown;

/** The schemas of an API's models, for whoever says why a value does not fit one. */
export interface ModelSchemas {
  /** Returns what a `$ref` inside a schema leads to, and the model that has it. */
  readonly resolve: (reference: string, root: Schema) => { readonly schema: Schema; readonly root: Schema } | undefined;
  readonly matches: (pattern: string, text: string) => boolean;
  /** Returns whether a text has a format; true for formats that are not checked. */
  readonly hasFormat: (format: string, text: string) => boolean;
}

type Schema = Readonly<Record<string, unknown>>;

/** A compiled model, with its schema. */
export interface FittingModel {
  readonly validate: ModelValidator;
  readonly schema: Schema;
  readonly schemas: ModelSchemas;
}

/** A compiled model, or why it could not be. */
export type CompiledModel = FittingModel | { readonly problem: string };

/** Compiles what `pattern` and `patternProperties` search for; its text tells it from others. @throws Error if it is not a schema */
export type CompilePattern = (source: string) => { readonly test: (text: string) => boolean; readonly toString: () => string };

/**
 * Compiles the models of an API, which may reference each other in cycles; unknown references are a problem. The
 * validator library is loaded only if there is a model.
 * @param compilePattern the engine for patterns; JavaScript's own if omitted
 */
export function compileModels(
  apiId: string, models: Readonly<Record<string, ModelSpec>>, compilePattern?: CompilePattern,
): ReadonlyMap<string, CompiledModel> {
  const names = Object.keys(models);
  const compiled = new Map<string, CompiledModel>();
  if (names.length === 0) return compiled;
  const ajv = newAjv(compilePattern);
  const byUrl = new Map(names.map((name) => [modelUrl(apiId, name), withApiId(models[name]?.schema ?? {}, apiId)]));
  const schemaOf = (name: string) => byUrl.get(modelUrl(apiId, name)) ?? {};
  const schemas = modelSchemas(ajv, byUrl, compilePattern);
  const added = names.filter((name) => {
    const problem = attempt(() => ajv.addSchema(schemaOf(name), modelUrl(apiId, name)));
    if (problem !== undefined) compiled.set(name, { problem });
    return problem === undefined;
  });
  for (const name of added) {
    let validate: ModelValidator | undefined;
    const problem = attempt(() => { validate = ajv.getSchema(modelUrl(apiId, name)); });
    compiled.set(name, validate === undefined ? { problem: problem ?? 'the schema cannot be compiled' } : { validate, schema: schemaOf(name), schemas });
  }
  return compiled;
}

function modelSchemas(
  ajv: AjvModule.default, byUrl: ReadonlyMap<string, Schema>, compilePattern: CompilePattern = (source) => new RegExp(source, 'u'),
): ModelSchemas {
  const patterns = new Map<string, ReturnType<CompilePattern>>();
  return {
    resolve: (reference, root) => {
      const [url = '', pointer = ''] = reference.split('#');
      const document = url === '' ? root : byUrl.get(url);
      const schema = document === undefined ? undefined : at(document, pointer);
      return document === undefined || schema === undefined ? undefined : { schema, root: document };
    },
    matches: (source, text) => {
      const pattern = patterns.get(source) ?? compilePattern(source);
      patterns.set(source, pattern);
      return pattern.test(text);
    },
    hasFormat: (name, text) => {
      const format = ajv.formats[name];
      const check = typeof format === 'object' && 'validate' in format ? format.validate : format;
      if (check instanceof RegExp) return check.test(text);
      return typeof check === 'function' ? Boolean((check as (text: string) => unknown)(text)) : true; // formats of texts, see newAjv
    },
  };
}

function at(schema: Schema, pointer: string): Schema | undefined {
  const steps = decodeURIComponent(pointer).split('/').slice(1).map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const member = (value: unknown, step: string) => (isObject(value) || Array.isArray(value) ? (value as Schema)[step] : undefined);
  const target = steps.reduce<unknown>(member, schema);
  return isObject(target) ? target : undefined;
}

/** The formats that models check. */
export const MODEL_FORMATS = ['date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'regex'] as const;

/** Draft 4 with the formats of the standard; others, such as `byte`, are not checked (recorded by the import cases). */
function newAjv(compilePattern?: CompilePattern): AjvModule.default {
  // Loaded lazily: most APIs have no models, and the library takes longer to load than the rest of the package.
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { default: AjvDraft04 } = require('ajv-draft-04') as typeof AjvModule;
  const { default: addFormats } = require('ajv-formats') as typeof FormatsModule;
  /* eslint-enable @typescript-eslint/no-require-imports */
  const ajv = new AjvDraft04({
    // a body without a member "constructor" has none, although objects of JavaScript inherit one
    strict: false, logger: false, allErrors: false, validateSchema: true, ownProperties: true, ...engineOptions(compilePattern),
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: multipleOf,
  });
  addFormats(ajv, [...MODEL_FORMATS]);
  return ajv;
}

/**
 * Models that many others refer to are compiled once, and code is run as it is written: the 3,000 models of a large document take seconds
 * that way, and minutes if each reference is inlined. The library asks for the source text of the engine as well, which only programs need
 * that it writes.
 */
function engineOptions(compilePattern: CompilePattern | undefined): Pick<AjvModule.Options, 'code' | 'inlineRefs'> {
  const engine = compilePattern === undefined ? {} : { regExp: Object.assign((source: string) => compilePattern(source), { code: '' }) };
  return { inlineRefs: false, code: { optimize: false, ...engine } };
}

function attempt(action: () => unknown): string | undefined {
  try {
    action();
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** `{apiId}` in a `$ref` stands for the API's id, so that a definition need not know it. */
function withApiId(schema: Readonly<Record<string, unknown>>, apiId: string): Schema {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('{apiId}', apiId) : value,
  );
  return JSON.parse(text) as Schema; // the text of an object
}
