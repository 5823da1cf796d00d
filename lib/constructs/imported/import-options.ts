import type { ApiProps } from '../api-props';
import type { IProxyFunction } from '../integrations/integration';

/** Ways to handle the base path of a document: `basePath`, or the path of the first server. */
export enum OpenApiBasePath {
  /** It is left out. */
  IGNORE = 'ignore',
  /** It precedes every path. */
  PREPEND = 'prepend',
  /** It precedes every path without its first part, which is the stage. */
  SPLIT = 'split',
}

/** Props of every imported definition: settings given here override those of the definition. */
export interface ImportedFunctions extends ApiProps {
  /**
   * The functions of the definition by the names that it has for them: those in their ARNs.
   * @default - a function without code is answered with 501, by name
   */
  readonly functions?: Record<string, IProxyFunction>;
}

/** An OpenAPI document as an API. */
export interface OpenApiImportProps extends ImportedFunctions {
  /**
   * The document as plain data. Either `document` or `file`.
   * @default - `file` must be set
   */
  readonly document?: unknown;

  /**
   * The document as a JSON or YAML file, absolute or relative to the working directory; `$ref` may lead to files beside it. Either
   * `document` or `file`.
   * @default - `document` must be set
   */
  readonly file?: string;

  /**
   * How to handle `basePath`, or the path of the first server.
   * @default OpenApiBasePath.IGNORE
   */
  readonly basePath?: OpenApiBasePath;

  /**
   * Whether whatever cannot be carried is an error.
   * @default - it is a warning; a method that would lose its protection is answered with 501
   */
  readonly failOnWarnings?: boolean;
}

/** A spec as an API. */
export interface SpecImportProps extends ImportedFunctions {
  /** The spec as plain data, as `synthgate synth` and `synthgate import` write it. */
  readonly spec: unknown;
}
