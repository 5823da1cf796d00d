import { methodsOf, targetText, type GatewaySpec, type MethodSpec } from '../../spec';
import { readOptions, suggestText, texts, type Option } from '../../runtime';
import { fail } from './failure';

/** A method of a definition: its node of the spec, and its location. */
export type DeclaredMethod = MethodSpec & {
  /** `GET`, …, or `ANY`. */
  readonly httpMethod: string;
  /** The path of its resource: `/pets/{petId}`. */
  readonly path: string;
};

/** Methods that an assertion ignores. */
export interface MethodsExcept {
  /** `GET /health`, `OPTIONS *`, `* /public/*`: a method and a path, `*` for any. An entry that matches no method fails. */
  readonly except?: readonly string[];
}

export const EXCEPT_OPTIONS = { except: { ...texts(), isSecret: false } } satisfies { readonly [Name in keyof MethodsExcept]-?: Option };

/** @throws OPTION_UNKNOWN, OPTION_INVALID */
export function readMethodsExcept(options: unknown): MethodsExcept {
  return readOptions(EXCEPT_OPTIONS, options);
}

/** All methods in the order of their paths; without preflights that the gateway answers itself. */
export function declaredMethods(spec: GatewaySpec): DeclaredMethod[] {
  return methodsOf(spec).map(({ method, httpMethod, path }) => ({ ...method, httpMethod, path }));
}

/** `GET /pets/{petId}` */
export function methodName({ httpMethod, path }: Pick<DeclaredMethod, 'httpMethod' | 'path'>): string {
  return `${httpMethod} ${path}`;
}

/** `GET /pets/{petId} → proxy Pets` */
export function methodLine(method: DeclaredMethod): string {
  return `${methodName(method)} → ${targetText(method.integration)}`;
}

/** The methods that are not excepted. @throws GATEWAY_ASSERTION_FAILED if an exception matches none */
export function without(methods: readonly DeclaredMethod[], { except = [] }: MethodsExcept): DeclaredMethod[] {
  const exceptions = except.map((text) => ({ text, expression: expressionOf(text) }));
  const names = methods.map(methodName);
  const idle = exceptions.find(({ expression }) => !names.some((name) => expression.test(name)));
  if (idle !== undefined) fail({ sentence: `the exception "${idle.text}" names no method; ${suggestText(idle.text, names)}` });
  return methods.filter((method) => !exceptions.some(({ expression }) => expression.test(methodName(method))));
}

function expressionOf(text: string): RegExp {
  const parts = text.trim().split('*').map((part) => part.replace(/[\\^$.|?+()[\]{}]/g, '\\$&').replace(/^[a-z]+(?= )/, (method) => method.toUpperCase()));
  return new RegExp(`^${parts.join('.*')}$`);
}
