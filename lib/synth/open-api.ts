import type { ApiBase } from '../constructs';
import { issueText, throwIfErrors, type Issue } from '../errors';
import { checkStruct, throwProblems } from '../props';
import type { GatewaySpec } from '../spec';
import { openApiDocument, openApiText, type OpenApiRenderOptions } from '../openapi';

/** Versions of OpenAPI. */
export enum OpenApiVersion {
  /** 3.0: imported by API Gateway, supported by older tools. */
  V3_0 = '3.0',
  /** 3.1: its schemas are JSON Schema 2020-12. */
  V3_1 = '3.1',
}

/** Settings of an OpenAPI document. */
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
   * URLs of the API; `{stage}` expands to each stage.
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
   * @default - `${AWS::Region}`, which CloudFormation resolves
   */
  readonly region?: string;

  /**
   * Account of the functions, for the extensions.
   * @default - `${AWS::AccountId}`, which CloudFormation resolves
   */
  readonly accountId?: string;

  /**
   * Values known only after deployment, by their name in the spec's `${token:<name>}`.
   * @default - the tokens remain in the document, which is a loss
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
  /** The document of the current definition of an API. Functions are not bundled. @param api - an API of the definition */
  public static fromApi(api: ApiBase, options: OpenApiOptions = {}): OpenApiDocument {
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

  /** Losses: location, what the document cannot express, and help. */
  public readonly losses: string[];

  /** @internal */
  public readonly _losses: readonly Issue[];

  private constructor(text: string, losses: readonly Issue[]) {
    this.text = text;
    this.losses = losses.map(issueText);
    this._losses = losses;
  }

  /** The document as an object. */
  public toJson(): unknown {
    return JSON.parse(this.text);
  }
}

/** @internal */
export function hasExtensions({ version = OpenApiVersion.V3_1, extensions }: OpenApiOptions): boolean {
  return extensions ?? version === OpenApiVersion.V3_0;
}

function renderOptions(options: OpenApiOptions): OpenApiRenderOptions {
  throwProblems('the options of OpenAPI documents', checkStruct('OpenApiOptions', options).problems);
  const { version = OpenApiVersion.V3_1, servers, documentVersion, region, accountId, tokenValues } = options;
  return {
    version: `${version}` as const,
    hasExtensions: hasExtensions(options),
    servers,
    documentVersion,
    account: { region, accountId },
    tokenValues,
  };
}
