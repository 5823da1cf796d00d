import type * as AjvModule from 'ajv/dist/2020';
import type * as Draft04Module from 'ajv-draft-04';
import type * as FormatsModule from 'ajv-formats';
import { isMultipleOf } from './decimal';
import type { Spend } from './budget';
import type { Atom, Draft, Library, SchemaObject } from './library';
import { schemaPattern } from './pattern';

/** A place where a value does not fit: a JSON pointer into the value. */
export interface Refusal {
  readonly place: string;
  /** Whether nothing is there. */
  readonly isMissing: boolean;
}

export interface Validator {
  readonly accepts: (node: Atom['node'], value: unknown) => boolean;
  /** Returns every place where the value does not fit the library's own schema. */
  readonly refusals: (value: unknown) => Refusal[];
  readonly knowsFormat: (format: string) => boolean;
}

/** Steps of the budget for a validator. */
const COMPILING = 100;

const KNOWN = new WeakMap<Library, Validator>();

/** @throws Error if a schema of the library cannot be compiled */
export function validatorOf(library: Library): Validator {
  const known = KNOWN.get(library);
  if (known !== undefined) return known;
  checkSchemas(library);
  const ajv = compilerOf(library);
  const root = library.root;
  for (const [url, document] of library.documents) if (typeof document !== 'boolean') ajv.addSchema(document, url);
  const compiled = new WeakMap<object, (value: unknown) => unknown>();
  const compile = (node: SchemaObject) => {
    const known = compiled.get(node);
    if (known === undefined) library.spend(COMPILING);
    const validate = known ?? ajv.compile({ $ref: library.urlOf(node) ?? '' });
    compiled.set(node, validate);
    return validate;
  };
  const whole = typeof root === 'boolean' ? undefined : ajv.compile({ $ref: library.urlOf(root) ?? '' });
  const validator: Validator = {
    accepts: (node, value) => {
      library.spend(sizeOf(value));
      return typeof node === 'boolean' ? node : compile(node)(value) === true;
    },
    refusals: (value) => {
      if (whole === undefined) return root === true ? [] : [{ place: '', isMissing: false }];
      library.spend(sizeOf(value));
      if (whole(value) === true) return [];
      return (whole.errors ?? []).map(({ instancePath, params }) => ({ place: `${instancePath}${memberIn(params)}`,
        isMissing: params.missingProperty !== undefined }));
    },
    knowsFormat: (format) => ajv.formats[format] !== undefined,
  };
  KNOWN.set(library, validator);
  return validator;
}

/** Steps of the budget for a value: about as many as it has parts. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return 1 + value.length / 100;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 2);
}

/** The member that an error is about, below the place that it names. */
function memberIn(params: Readonly<Record<string, unknown>>): string {
  const name = params.missingProperty ?? params.additionalProperty;
  return typeof name === 'string' ? `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}` : '';
}

function engineOf(spend: Spend): AjvModule.CodeOptions['regExp'] {
  const engine = (pattern: string) => {
    const isFound = schemaPattern(pattern);
    return { test: (text: string) => isFound(text, spend) };
  };
  return Object.assign(engine, { code: 'engine' });
}

const LENIENT = { strict: false, logger: false } as const;
/** The validators of schemas: compiling what a draft says of schemas takes longer than comparing two of them. */
const OF_SCHEMAS = new Map<Draft, AjvModule.default>();

/** @throws Error if a document is not a schema of the draft */
function checkSchemas({ draft, documents }: Library): void {
  const ajv = OF_SCHEMAS.get(draft) ?? newAjv(draft, LENIENT);
  OF_SCHEMAS.set(draft, ajv);
  for (const document of documents.values()) if (typeof document !== 'boolean') void ajv.validateSchema(document, true);
}

/** The validator collects every error, so that each narrowing can be seen in a value. */
function compilerOf({ draft, spend }: Library): AjvModule.default {
  const ajv = newAjv(draft, {
    ...LENIENT, allErrors: true, meta: false, validateSchema: false, ownProperties: true, inlineRefs: false,
    code: { optimize: false, regExp: engineOf(spend) },
  });
  ajv.removeKeyword('multipleOf');
  ajv.addKeyword({
    keyword: 'multipleOf', type: 'number', schemaType: 'number', compile: (divisor: number) => (value: number) =>
      isMultipleOf(value, divisor),
  });
  return ajv;
}

function newAjv(draft: Draft, options: AjvModule.Options): AjvModule.default {
  // Loaded lazily, as compile-models.ts of the spec does: most comparisons need no validator.
  /* eslint-disable @typescript-eslint/no-require-imports */
  const { default: Ajv2020 } = require('ajv/dist/2020') as typeof AjvModule;
  const { default: AjvDraft04 } = require('ajv-draft-04') as typeof Draft04Module;
  const { default: addFormats } = require('ajv-formats') as typeof FormatsModule;
  /* eslint-enable @typescript-eslint/no-require-imports */
  const ajv = draft === '4' ? new AjvDraft04(options) : new Ajv2020(options);
  addFormats(ajv);
  return ajv;
}
