import type { ContractDefinition } from './definition';
import type { ParameterNames } from './route';
import type { InputOf, Schema } from './standard-schema';

/** Replaces the type of a schema that cannot work by a sentence, which the compiler then prints. */
export interface Checked<R extends string, D extends ContractDefinition> {
  readonly params?: CheckedParams<R, D['params']>;
  readonly query?: TextOnly<R, 'query', D['query']>;
  readonly headers?: TextOnly<R, 'headers', D['headers']>;
}

type CheckedParams<R extends string, S> = S extends Schema
  ? [Exclude<ParameterNames<R>, keyof InputOf<S>>] extends [never]
    ? [Exclude<keyof InputOf<S> & string, ParameterNames<R>>] extends [never]
      ? TextOnly<R, 'params', S>
      : `${R}: params has "${Exclude<keyof InputOf<S> & string, ParameterNames<R>>}", which the path has not`
    : `${R}: params lacks "${Exclude<ParameterNames<R>, keyof InputOf<S>>}" of the path`
  : unknown;

type TextOnly<R extends string, Place extends string, S> = S extends Schema
  ? [NotText<InputOf<S>>] extends [never]
    ? unknown
    : `${R}: ${Place}.${NotText<InputOf<S>>} takes no text; values of ${Place} arrive as text: use a schema that accepts strings`
  : unknown;

/** The names of members that take neither text nor a list of texts. */
type NotText<Input> = {
  [Name in keyof Input & string]-?: TakesText<Exclude<Input[Name], undefined>> extends true ? never : Name
}[keyof Input & string];

type TakesText<Value> = unknown extends Value ? true : true extends IsText<Value> | IsTextList<Value> ? true : false;

type IsTextList<Value> = Value extends readonly (infer Item)[] ? IsText<Item> : never;

/** Whether one of the types takes text: a schema that coerces takes everything. */
type IsText<Value> = unknown extends Value ? true : Value extends string ? true : never;
