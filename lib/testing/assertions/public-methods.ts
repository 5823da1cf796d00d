import { describeAuthorization } from '../../spec';
import { methodLine, type DeclaredMethod, type MethodsExcept } from './declared-methods';

/** What counts as public. */
export interface PublicMethodsOptions extends MethodsExcept {
  /** Whether a required API key is enough. @default false */
  readonly apiKeysCount?: boolean;
}

/** One line per public method. */
export function publicMethods(methods: readonly DeclaredMethod[], { apiKeysCount = false }: PublicMethodsOptions): string[] {
  return methods
    .filter(({ authorization, apiKeyRequired }) => describeAuthorization(authorization).isOpen && !(apiKeysCount && apiKeyRequired))
    .map((method) => `${methodLine(method)}${method.apiKeyRequired ? ' (asks for an API key only; see apiKeysCount)' : ''}`);
}
