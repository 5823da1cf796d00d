import type { Issue } from '../../errors';
import type { GatewaySpecInput, LostRoute } from '../../spec';

/** The function of the spec that an address calls, or the reason why there is none. */
export type FunctionReading = { readonly function: string } | { readonly reason: string };

/** A document that another one refers to, or why it cannot be read. */
export type ReferenceReading = { readonly file: string; readonly document: unknown } | { readonly reason: string };

/**
 * The treatment of the path in `basePath` or in the first server.
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-import-api-basePath.html
 */
export type BasePathMode = 'ignore' | 'prepend' | 'split';

/** The options of an import beside the document. */
export interface OpenApiImportContext {
  /** Name of the document in issues. */
  readonly file?: string;
  /** Settings that override those of the document, such as `name` and `id`. */
  readonly api?: Partial<GatewaySpecInput['api']>;
  /** Reads a file that `$ref` names. Without it, references lead inside the document only. */
  readonly resolveRef?: (reference: string, from: string) => ReferenceReading;
  /** The function that an `…/invocations` address calls. Without it, functions have the names in their ARNs, and no code. */
  readonly functionOf?: (uri: string) => FunctionReading;
  /** The line of a location, such as `api.yaml:12:7`. */
  readonly locate?: (file: string, pointer: readonly string[]) => string | undefined;
  /** Default: `ignore`, as for API Gateway. */
  readonly basePath?: BasePathMode;
  /** The response of methods without an integration: the examples of the document, or 501. Default: `examples`. */
  readonly withoutIntegration?: 'examples' | 'unavailable';
  /** Whether methods whose function is not here answer by the document's examples, marked as such. @default false */
  readonly mocks?: boolean;
  /** The function that methods without an integration call, instead. */
  readonly handler?: string;
  /** Whether what API Gateway warns of is an error, as with its parameter `failonwarnings`. */
  readonly failOnWarnings?: boolean;
}

/** A document as a spec, with what was changed or left out. */
export interface ImportedDocument {
  readonly spec: GatewaySpecInput;
  readonly issues: readonly Issue[];
  /** Routes of the document that the spec does not have: no method that is added to it may answer for them. */
  readonly lost: readonly LostRoute[];
  /** Why no method may be called, one that is added to the spec included. */
  readonly closed?: string;
}

type Resources = NonNullable<GatewaySpecInput['resources']>;

/** One method as it may be written. */
export type MethodInput = NonNullable<NonNullable<Resources[string]['methods']>['GET']>;
export type IntegrationInput = MethodInput['integration'];
export type AuthorizerInput = NonNullable<GatewaySpecInput['authorizers']>[string];
export type FunctionInput = NonNullable<GatewaySpecInput['functions']>[string];
