import type { ProxyFunctionProps } from 'synthgate';

/** The body of every failure: the client learns nothing. */
const FAILURE = { status: 502, body: '{"message": "Internal server error"}' } as const;

/** A call of a function, and what comes of it. */
export interface LanguageCall {
  /** Query of the request. */
  readonly query?: string;
  readonly status?: number;
  /** The text of the body. */
  readonly body?: string | RegExp;
  /** Texts that the log has. */
  readonly log?: readonly RegExp[];
  /** Texts that no line of the log has. */
  readonly notInLog?: RegExp;
}

/** A function in some language, and what Lambda and API Gateway do with it. */
export interface LanguageCase {
  readonly about: string;
  /** Its files, which can be executed; for a function in Go, its handler alone. */
  readonly files: Readonly<Record<string, string>> | 'go';
  /** Files of the packages of its virtual environment. @default - it has none */
  readonly packages?: Readonly<Record<string, string>>;
  readonly props?: Partial<ProxyFunctionProps>;
  /**
   * How it is called: by a request through a proxy integration, by one through a mapped integration whose responses are selected by
   * `.*missing.*` (404), or over Lambda's Invoke. @default 'proxy'
   */
  readonly by?: 'proxy' | 'mapped' | 'invoke';
  /** One after the other. */
  readonly calls: readonly LanguageCall[];
}

export type LanguageCases = Readonly<Record<string, LanguageCase>>;

/** A call that fails, with these texts in the log. */
export const fails = (...log: readonly RegExp[]): LanguageCall => ({ ...FAILURE, log });

/** A call that succeeds with a body. */
export const gives = (body: string | RegExp, ...log: readonly RegExp[]): LanguageCall => ({ status: 200, body, log });

/** The same call again and again. */
export const times = (count: number, call: LanguageCall): readonly LanguageCall[] => Array.from({ length: count }, () => call);
