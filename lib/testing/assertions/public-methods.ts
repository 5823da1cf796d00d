import { describeAuthorization } from '../../spec';
import { readOptions, yesOrNo, type Option } from '../../runtime';
import { EXCEPT_OPTIONS, methodLine, type DeclaredMethod, type MethodsExcept } from './declared-methods';

/** The options that decide which methods count as public. */
export interface PublicMethodsOptions extends MethodsExcept {
  /** Whether a required API key is enough. @default false */
  readonly apiKeysCount?: boolean;
}

const OPTIONS = {
  ...EXCEPT_OPTIONS,
  apiKeysCount: { ...yesOrNo(), isSecret: false },
} satisfies { readonly [Name in keyof PublicMethodsOptions]-?: Option };

/** @throws OPTION_UNKNOWN, OPTION_INVALID */
export function readPublicMethodsOptions(options: unknown): PublicMethodsOptions {
  return readOptions(OPTIONS, options);
}

export function publicMethods(methods: readonly DeclaredMethod[], { apiKeysCount = false }: PublicMethodsOptions): string[] {
  return methods
    .filter(({ authorization, apiKeyRequired }) => describeAuthorization(authorization).isOpen && !(apiKeysCount && apiKeyRequired))
    .map((method) => `${methodLine(method)}${method.apiKeyRequired ? ' (asks for an API key only; see apiKeysCount)' : ''}`);
}
