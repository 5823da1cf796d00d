import { GatewayError, loss, type Issue } from '../errors';
import {
  canonicalText, describeProtocol, protocolNotWritten, protocolOf, replaceTokens, tokensIn, tokenText, type GatewaySpec, type Protocol,
} from '../spec';
import type { RenderedDocument } from './rendered-document';
import { apiGatewayDocument, type ApiGatewayDocumentOptions } from './api-gateway/document';
import { httpApiDocument } from './http-api/document';
import { partsLeftOut } from './parts-left-out';
import { accountOf, valuesOfAccount, withTexts } from './api-gateway/values';
import { standardDocument } from './standard/document';
import { serversOf } from './standard/servers';
import { OPENAPI_3_0 } from './schema/openapi-3-0';
import { OPENAPI_3_1 } from './schema/openapi-3-1';

/** Versions of OpenAPI that are written. */
export const OPENAPI_VERSIONS = ['3.0', '3.1'] as const;

export type OpenApiVersionName = (typeof OPENAPI_VERSIONS)[number];

/** Options of a rendered document. */
export interface OpenApiRenderOptions {
  readonly version: OpenApiVersionName;
  /** Whether it has the extensions that API Gateway imports. They need 3.0. */
  readonly hasExtensions: boolean;
  /** Whether operations of a document without extensions have the errors of the gateway itself. @default false */
  readonly hasErrors?: boolean;
  /** Addresses of the API; `{stage}` stands for each stage. By default `/{stage}` in a document without extensions. */
  readonly servers?: readonly string[];
  /** `info.version`; by default `1.0`. */
  readonly documentVersion?: string;
  /** Where the functions are, for the extensions; what is missing is written as CloudFormation's pseudo parameter. */
  readonly account?: { readonly region?: string; readonly accountId?: string };
  /** Values of tokens by name. */
  readonly tokenValues?: Readonly<Record<string, string>>;
}

const DEFAULT_DOCUMENT_VERSION = '1.0';

/** A spec as an OpenAPI document. @throws OPENAPI_EXTENSIONS_UNSUPPORTED, PROTOCOL_NOT_WRITTEN */
export function openApiDocument(spec: GatewaySpec, options: OpenApiRenderOptions): RenderedDocument {
  if (WITH_EXTENSIONS[protocolOf(spec)] === notWritten) notWritten(spec);
  const unknown = new Set<string>();
  const textOf = (text: string): string => {
    const { tokenValues = {} } = options;
    tokensIn(text).filter((name) => !Object.hasOwn(tokenValues, name)).forEach((name) => unknown.add(name));
    return replaceTokens(text, (name) => (Object.hasOwn(tokenValues, name) ? tokenValues[name] ?? '' : tokenText(name)));
  };
  const { document, losses } = options.hasExtensions ? withExtensions(spec, options, textOf) : standard(spec, options, textOf);
  // A token in a part that is not written is not a loss.
  const written = new Set(tokensIn(JSON.stringify(document)));
  const left = [...unknown].filter((name) => written.has(name)).sort();
  const tokenLosses = left.length === 0 ? [] : [loss('OPENAPI_TOKEN_LEFT', spec.api.name, { tokens: left.join(', ') })];
  return { document, losses: [...losses, ...tokenLosses] };
}

/** The text of a document: keys in the order that people read them in, the same on every machine. */
export function openApiText(document: Readonly<Record<string, unknown>>): string {
  const { openapi, info, servers, tags, paths, components, ...extensions } = JSON.parse(canonicalText(document)) as Record<string, unknown>;
  return `${JSON.stringify({ openapi, info, servers, tags, paths, components, ...extensions }, undefined, 2)}\n`;
}

/** The documents that API Gateway imports; a new kind of API does not compile without its own. */
const WITH_EXTENSIONS: Readonly<Record<Protocol, (spec: GatewaySpec, options: ApiGatewayDocumentOptions) => RenderedDocument>> = {
  'rest': apiGatewayDocument, 'http': httpApiDocument, 'function-url': notWritten, 'websocket': notWritten,
};

/** The loss of an API of which no document is written, because API Gateway has none; undefined for all others. */
export function documentLost(spec: GatewaySpec): Issue | undefined {
  if (WITH_EXTENSIONS[protocolOf(spec)] !== notWritten) return undefined;
  const how = 'API Gateway has no OpenAPI documents of such APIs. Those of the other APIs are written.';
  return loss('OPENAPI_PART_LEFT_OUT', spec.api.name, { what: `a ${describeProtocol(spec).label}`, how });
}

/** @throws PROTOCOL_NOT_WRITTEN */
function notWritten(spec: GatewaySpec): never {
  throw protocolNotWritten(spec, 'OpenAPI documents');
}

function withExtensions(spec: GatewaySpec, options: OpenApiRenderOptions, text: (text: string) => string): RenderedDocument {
  if (options.version !== '3.0') throw new GatewayError('OPENAPI_EXTENSIONS_UNSUPPORTED', { version: options.version });
  const values = { ...valuesOfAccount(accountOf(options.account)), text };
  const { document, losses } = WITH_EXTENSIONS[protocolOf(spec)](spec, { values, isComplete: true });
  const { openapi, info, ...rest } = document;
  const described = { ...Object(info), version: options.documentVersion ?? DEFAULT_DOCUMENT_VERSION };
  const servers = serversOf(options.servers ?? [], Object.keys(spec.stages));
  return { document: { openapi, info: described, ...servers, ...rest }, losses: [...losses, ...partsLeftOut(spec)] };
}

function standard(spec: GatewaySpec, options: OpenApiRenderOptions, text: (text: string) => string): RenderedDocument {
  // Texts become texts, everything else stays, so the type does.
  return standardDocument(withTexts(spec, text) as GatewaySpec, {
    dialect: options.version === '3.0' ? OPENAPI_3_0 : OPENAPI_3_1,
    openapi: options.version === '3.0' ? '3.0.3' : '3.1.0',
    documentVersion: options.documentVersion ?? DEFAULT_DOCUMENT_VERSION,
    servers: options.servers ?? ['/{stage}'],
    hasErrors: options.hasErrors ?? false,
  });
}
