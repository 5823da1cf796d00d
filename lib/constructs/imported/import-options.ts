import type { ApiProps } from '../api-props';
import type { IFunctionTarget } from '../function-target';
import type { HttpApiProps } from '../http-api/http-api-props';
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

/** An OpenAPI document, and how it is read. */
export interface OpenApiSource {
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

/** An OpenAPI document as an API. */
export interface OpenApiImportProps extends ImportedFunctions, OpenApiSource {}

/** An OpenAPI document as an HTTP API: settings given here override those of the document. */
export interface HttpOpenApiImportProps extends HttpApiProps, OpenApiSource {
  /**
   * The functions of the document by the names that it has for them: those in their ARNs. In an API of `synthgate/aws` also Lambda
   * functions of aws-cdk-lib.
   * @default - a function without code is answered with 501, by name
   */
  readonly functions?: Record<string, IFunctionTarget>;
}

/** A spec as an API. */
export interface SpecImportProps extends ImportedFunctions {
  /** The spec as plain data, as `synthgate synth` and `synthgate import` write it. */
  readonly spec: unknown;
}
