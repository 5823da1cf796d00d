import type * as AjvModule from 'ajv-draft-04';
import type * as FormatsModule from 'ajv-formats';
import { modelUrl, type ModelSpec } from './model';
import { multipleOf } from './multiple-of';

/** Says whether a value fits a model; `errors` holds why the last one did not. */
export interface ModelValidator {
  (value: unknown): unknown;
  readonly errors?: readonly { readonly instancePath: string; readonly message?: string }[] | null;
}

/** A compiled model, or why it could not be. */
export type CompiledModel = { readonly validate: ModelValidator } | { readonly problem: string };

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
  const added = names.filter((name) => {
    const problem = attempt(() => ajv.addSchema(withApiId(models[name]?.schema ?? {}, apiId), modelUrl(apiId, name)));
    if (problem !== undefined) compiled.set(name, { problem });
    return problem === undefined;
  });
  for (const name of added) {
    let validate: ModelValidator | undefined;
    const problem = attempt(() => { validate = ajv.getSchema(modelUrl(apiId, name)); });
    compiled.set(name, validate === undefined ? { problem: problem ?? 'the schema cannot be compiled' } : { validate });
  }
  return compiled;
}

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
    error: { message: ({ schema }) => `must be multiple of ${String(schema)}` },
  });
  addFormats(ajv, ['date-time', 'email', 'hostname', 'ipv4', 'ipv6', 'uri', 'regex']);
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
function withApiId(schema: Readonly<Record<string, unknown>>, apiId: string): object {
  const text = JSON.stringify(schema, (key, value: unknown) =>
    key === '$ref' && typeof value === 'string' ? value.replace('{apiId}', apiId) : value,
  );
  return JSON.parse(text) as object; // the text of an object
}
