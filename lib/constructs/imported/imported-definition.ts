import { GatewayError, type Issue } from '../../errors';
import { importHttpOpenApi, importOpenApi, type OpenApiImportContext } from '../../openapi';
import { readSpec, requireRestApi, type GatewaySpec } from '../../spec';
import type { ApiProps } from '../api-props';
import type { ApiKeySourceType, EndpointType, JsonBodyValidation } from '../api-settings';
import type { IFunctionTarget } from '../function-target';
import type { HttpApiProps } from '../http-api/http-api-props';
import type { IProxyFunction } from '../integrations/integration';
import { enumValue, type ApiInput } from '../spec-input';
import type { HttpOpenApiImportProps, OpenApiImportProps, OpenApiSource, SpecImportProps } from './import-options';
import { readDocumentFile, readReferencedFile } from './read-file';

/** A definition that becomes constructs: the settings of the API, and the spec of everything below. */
export interface ImportedDefinition {
  readonly props: ApiProps;
  readonly spec: GatewaySpec;
  readonly functions: Readonly<Record<string, IProxyFunction>>;
  readonly issues: readonly Issue[];
}

/** @throws OPENAPI_SOURCE_AMBIGUOUS, OPENAPI_NOT_READABLE */
export function readOpenApi(importProps: OpenApiImportProps, location: string): ImportedDefinition {
  const { document, file, basePath, failOnWarnings, functions = {}, ...props } = importProps;
  const source = sourceOf({ document, file, basePath, failOnWarnings }, location);
  const { spec: input, issues } = importOpenApi(source.document, {
    ...source.context,
    api: {
      ...(props.apiName === undefined ? {} : { name: props.apiName }),
      ...(props.endpointType === undefined ? {} : { endpointType: enumValue(props.endpointType) }),
    },
  });
  const { spec } = readSpec(input, location);
  return { props: { ...settingsOf(spec), ...whatIsSet(props) }, spec, functions, issues };
}

/** A document of an HTTP API that becomes constructs. */
export interface ImportedHttpDefinition {
  readonly props: HttpApiProps;
  readonly spec: GatewaySpec;
  /** Cross-origin resource sharing, as constructs declare it. */
  readonly cors: ApiInput['cors'];
  readonly functions: Readonly<Record<string, IFunctionTarget>>;
  readonly issues: readonly Issue[];
  /** Whether clients must use a custom domain on AWS. */
  readonly isEndpointDisabled: boolean;
}

/** @throws OPENAPI_SOURCE_AMBIGUOUS, OPENAPI_NOT_READABLE */
export function readHttpOpenApi(importProps: HttpOpenApiImportProps, location: string): ImportedHttpDefinition {
  const { document, file, basePath, failOnWarnings, functions = {}, ...props } = importProps;
  const source = sourceOf({ document, file, basePath, failOnWarnings }, location);
  const api = props.apiName === undefined ? {} : { name: props.apiName };
  const imported = importHttpOpenApi(source.document, { ...source.context, api });
  const { spec } = readSpec(imported.spec, location);
  const { name: apiName, description, quotas, vendor } = spec.api;
  const settings = { apiName, ...(description === undefined ? {} : { description }), quotas, vendor };
  const { issues, isEndpointDisabled } = imported;
  return { props: { ...settings, ...whatIsSet(props) }, spec, cors: corsInput(spec.api.cors), functions, issues, isEndpointDisabled };
}

/** The members that a document says something with. */
function corsInput(cors: GatewaySpec['api']['cors']): ApiInput['cors'] {
  const isSaid = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : value !== false);
  return cors && Object.fromEntries(Object.entries(cors).filter(([, value]) => isSaid(value)));
}

interface ReadSource {
  readonly document: unknown;
  readonly context: OpenApiImportContext;
}

/** @throws OPENAPI_SOURCE_AMBIGUOUS, OPENAPI_NOT_READABLE */
function sourceOf({ document, file, basePath, failOnWarnings }: OpenApiSource, location: string): ReadSource {
  if ((document === undefined) === (file === undefined)) throw new GatewayError('OPENAPI_SOURCE_AMBIGUOUS', {}, { location });
  const source = file === undefined ? { file: '', document } : readDocumentFile(file);
  return {
    document: source.document,
    context: {
      file: source.file,
      resolveRef: readReferencedFile,
      ...(basePath === undefined ? {} : { basePath: enumValue(basePath) }),
      ...(failOnWarnings === undefined ? {} : { failOnWarnings }),
    },
  };
}

/**
 * The constructs are checked as any others, with the same warnings.
 * @throws SPEC_FORMAT_UNSUPPORTED, DEFINITION_INVALID, PROTOCOL_NOT_WRITTEN
 */
export function readSpecProps({ spec: input, functions = {}, ...props }: SpecImportProps, location: string): ImportedDefinition {
  const { spec } = readSpec(input, location);
  requireRestApi(spec, 'Constructs');
  const ownStages = Object.keys(spec.stages).length > 0 ? { deploy: false } : {};
  return { props: { apiId: spec.api.id, ...ownStages, ...settingsOf(spec), ...whatIsSet(props) }, spec, functions, issues: [] };
}

/** The settings of an API as its constructs take them: enums have the same texts. */
function settingsOf({ api }: GatewaySpec): ApiProps {
  const { description, endpointType, apiKeySource, binaryMediaTypes, minimumCompressionSize } = api;
  const { quotas, jsonBodyValidation, policy, vendor } = api;
  return {
    apiName: api.name,
    ...(description === undefined ? {} : { description }),
    endpointType: endpointType as EndpointType,
    apiKeySourceType: apiKeySource as ApiKeySourceType,
    ...(binaryMediaTypes.length > 0 ? { binaryMediaTypes } : {}),
    ...(minimumCompressionSize === undefined ? {} : { minimumCompressionSize }),
    quotas,
    jsonBodyValidation: jsonBodyValidation as JsonBodyValidation,
    ...(policy === undefined ? {} : { policy }),
    vendor,
  };
}

/** Removes props that are undefined. */
function whatIsSet<Props extends object>(props: Props): Partial<Props> {
  // the same without some members
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined)) as Partial<Props>;
}
