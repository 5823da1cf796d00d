import { GatewayError, isObject, type ErrorCode, type Issue } from '../../errors';
import { isDeeperThan, SPEC_FORMAT, stableId, type GatewaySpecInput } from '../../spec';
import { readApiSettings } from './api-settings';
import type { ImportedDocument, OpenApiImportContext } from './context';
import { DocumentReader } from './document-reader';
import { functionResolver } from './functions';
import { readMethod } from './method';
import { ModelRegistry } from './models';
import { operationsOf } from './operations';
import { basePathOf, refusedPaths } from './paths';
import { readSecuritySchemes } from './security-schemes';
import { reportLeftOut, withWhatCanBeRead } from './readable';

/**
 * A document of OpenAPI 2.0, 3.0 or 3.1 as a spec, as API Gateway imports it. Every operation becomes a method. What cannot be
 * carried is reported; where it protects a method, the method is unavailable instead.
 * @throws OPENAPI_NOT_READABLE
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-import-api.html
 */
export function importOpenApi(document: unknown, context: OpenApiImportContext = {}): ImportedDocument {
  checkDocument(document, context.file ?? '');
  const reader = new DocumentReader(document, context);
  const functions = functionResolver(context);
  const settings = readApiSettings(reader, context);
  const { schemes, authorizers } = readSecuritySchemes(reader, functions);
  const models = new ModelRegistry(reader);
  const { paths: declared, operations, closed = settings.closed } = operationsOf(reader, basePathOf(reader, context.basePath ?? 'ignore'));
  const refused = refusedPaths(declared);
  // a path that API Gateway refuses is there for its operations only
  const paths = declared.filter((path) => !refused.has(path) || operations.some((operation) => operation.path === path));
  const methodContext = {
    reader, options: context, functions, schemes, models, validators: settings.requestValidators, refused,
    ...(closed === undefined ? {} : { closed }),
  };
  const resources: Resources = Object.fromEntries(paths.map((path) => [path, { id: stableId(`${settings.api.id}${path}`), methods: {} }]));
  for (const operation of operations) {
    Object.assign(resources[operation.path]?.methods ?? {}, { [operation.httpMethod]: readMethod(operation, methodContext) });
  }
  const spec: GatewaySpecInput = {
    format: SPEC_FORMAT,
    api: settings.api,
    models: models.write(),
    requestValidators: settings.requestValidators,
    gatewayResponses: settings.gatewayResponses,
    functions: functions.withoutCode,
    authorizers,
    resources,
  };
  const nodes = new Map(operations.map(({ path, httpMethod, node }) => [`${httpMethod} ${path}`, node]));
  const readable = withWhatCanBeRead(spec, functions.known);
  for (const change of readable.changes) {
    if (change.type === 'method') reader.lose('OPENAPI_METHOD_UNAVAILABLE', nodes.get(`${change.httpMethod} ${change.path}`) ?? reader.root, { reason: change.reason });
  }
  reportLeftOut(reader, readable);
  const closedAll = closed ?? readable.closedAll;
  const { spec: imported, unreachable: lost } = readable;
  return { spec: imported, issues: issuesOf(reader, context), lost, ...(closedAll === undefined ? {} : { closed: closedAll }) };
}

type Resources = NonNullable<GatewaySpecInput['resources']>;

/** Lists and objects in each other. */
const MAX_LEVELS = 200;

/** @throws OPENAPI_NOT_READABLE for what is not a document of a known version */
export function checkDocument(document: unknown, file: string): void {
  if (isDeeperThan(document, MAX_LEVELS)) {
    throw new GatewayError('OPENAPI_NOT_READABLE', { reason: `it is nested deeper than ${MAX_LEVELS} levels` }, { location: file });
  }
  const version = isObject(document) ? document.openapi ?? document.swagger : undefined;
  // YAML takes a version without quotes for a number
  const isKnown = /^(2\.0|3\.[01](\.\d+)?)$/.test(typeof version === 'number' ? version.toFixed(1) : String(version));
  if (!isKnown) {
    const reason = version === undefined ? 'it has neither "openapi" nor "swagger"' : `its version is ${JSON.stringify(version)}`;
    throw new GatewayError('OPENAPI_NOT_READABLE', { reason }, { location: file });
  }
}

/** Issues that API Gateway warns of when it imports a document; all other issues concern this gateway alone. */
const WARNINGS_OF_IMPORTS: readonly ErrorCode[] = ['OPENAPI_REFERENCE_UNRESOLVED', 'OPENAPI_METHOD_LEFT_OUT', 'IMPORT_METHOD_LOST'];

/** With `failOnWarnings` what API Gateway warns of is an error. Each is reported once. */
export function issuesOf({ issues }: DocumentReader, { failOnWarnings }: OpenApiImportContext): Issue[] {
  const byText = new Map(issues.map((issue) => [`${issue.code} ${issue.location} ${issue.message}`, issue]));
  return [...byText.values()].map((issue) => (failOnWarnings === true && WARNINGS_OF_IMPORTS.includes(issue.code) ? { ...issue, severity: 'error' as const } : issue));
}
