import type { Api } from '../constructs';
import { GatewayError, issueText, throwIfErrors, type Issue } from '../errors';
import type { GatewaySpec } from '../spec';
import { openApiDocument, openApiText, type OpenApiRenderOptions } from '../openapi';

/** Versions of OpenAPI. */
export enum OpenApiVersion {
  /** 3.0: what API Gateway imports, and what older tools know. */
  V3_0 = '3.0',
  /** 3.1: its schemas are JSON Schema 2020-12. */
  V3_1 = '3.1',
}

/** What an OpenAPI document is for, and what it says about where the API is. */
export interface OpenApiOptions {
  /**
   * The version of OpenAPI.
   * @default OpenApiVersion.V3_1
   */
  readonly version?: OpenApiVersion;

  /**
   * Whether the document has the extensions that API Gateway imports (`x-amazon-apigateway-…`): integrations, authorizers,
   * validators, gateway responses. They need version 3.0.
   * @default - true for 3.0, false for 3.1
   */
  readonly extensions?: boolean;

  /**
   * Addresses of the API. `{stage}` in one stands for each stage.
   * @default - `/{stage}` in documents without extensions, none in others
   */
  readonly servers?: string[];

  /**
   * Version of the document, `info.version`.
   * @default 1.0
   */
  readonly documentVersion?: string;

  /**
   * Region of the functions, for the extensions.
   * @default - `${AWS::Region}`, for CloudFormation to fill in
   */
  readonly region?: string;

  /**
   * Account of the functions, for the extensions.
   * @default - `${AWS::AccountId}`, for CloudFormation to fill in
   */
  readonly accountId?: string;

  /**
   * Values of what only a deployment knows, by the name that stands in the spec as `${token:<name>}`.
   * @default - the tokens stay, which is a loss
   */
  readonly tokenValues?: Record<string, string>;
}

/**
 * An API as an OpenAPI document, without deploying it.
 * @example
 * const document = OpenApiDocument.fromApi(api, { servers: ['https://api.example.com'] });
 * const { paths } = JSON.parse(document.text);
 */
export class OpenApiDocument {
  /**
   * The document of an API as it is declared now. Its functions are not bundled for it.
   * @param api - an API of the definition
   */
  public static fromApi(api: Api, options: OpenApiOptions = {}): OpenApiDocument {
    const { spec, issues } = api._collect();
    throwIfErrors(api.node.path, issues);
    // Without an error there is a spec.
    return OpenApiDocument._of(spec as GatewaySpec, options);
  }

  /** @internal */
  public static _of(spec: GatewaySpec, options: OpenApiOptions): OpenApiDocument {
    const { document, losses } = openApiDocument(spec, renderOptions(options));
    return new OpenApiDocument(openApiText(document), losses);
  }

  /** The document as JSON text: same definition, same bytes. */
  public readonly text: string;

  /** What the document cannot say: the place, what is missing, and what to do. */
  public readonly losses: string[];

  /** @internal */
  public readonly _losses: readonly Issue[];

  private constructor(text: string, losses: readonly Issue[]) {
    this.text = text;
    this.losses = losses.map(issueText);
    this._losses = losses;
  }

  /** The document as plain data. */
  public toJson(): unknown {
    return JSON.parse(this.text);
  }
}

/** @internal */
export function hasExtensions({ version = OpenApiVersion.V3_1, extensions }: OpenApiOptions): boolean {
  return extensions ?? version === OpenApiVersion.V3_0;
}

function renderOptions(options: OpenApiOptions): OpenApiRenderOptions {
  const { version = OpenApiVersion.V3_1, servers, documentVersion, region, accountId, tokenValues } = options;
  if (!Object.values(OpenApiVersion).includes(version)) {
    throw new GatewayError('OPENAPI_VERSION_UNKNOWN', { given: String(version), allowed: Object.values(OpenApiVersion).join(', ') });
  }
  return {
    version: `${version}` as const,
    hasExtensions: hasExtensions(options),
    servers,
    documentVersion,
    account: { region, accountId },
    tokenValues,
  };
}
