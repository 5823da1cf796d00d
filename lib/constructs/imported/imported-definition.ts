import { GatewayError, type Issue } from '../../errors';
import { importOpenApi } from '../../openapi';
import { readSpec, requireRestApi, type GatewaySpec } from '../../spec';
import type { ApiProps } from '../api-props';
import type { ApiKeySourceType, EndpointType, JsonBodyValidation } from '../api-settings';
import type { IProxyFunction } from '../integrations/integration';
import { enumValue } from '../spec-input';
import type { OpenApiImportProps, SpecImportProps } from './import-options';
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
  if ((document === undefined) === (file === undefined)) throw new GatewayError('OPENAPI_SOURCE_AMBIGUOUS', {}, { location });
  const source = file === undefined ? { file: '', document } : readDocumentFile(file);
  const { spec: input, issues } = importOpenApi(source.document, {
    file: source.file,
    resolveRef: readReferencedFile,
    ...(basePath === undefined ? {} : { basePath: enumValue(basePath) }),
    ...(failOnWarnings === undefined ? {} : { failOnWarnings }),
    api: {
      ...(props.apiName === undefined ? {} : { name: props.apiName }),
      ...(props.endpointType === undefined ? {} : { endpointType: enumValue(props.endpointType) }),
    },
  });
  const { spec } = readSpec(input, location);
  return { props: { ...settingsOf(spec), ...whatIsSet(props) }, spec, functions, issues };
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
function whatIsSet(props: ApiProps): ApiProps {
  return Object.fromEntries(Object.entries(props).filter(([, value]) => value !== undefined));
}
