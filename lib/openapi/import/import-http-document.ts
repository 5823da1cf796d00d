import type { Issue } from '../../errors';
import { describeIntegrationInput, HTTP_METHODS, routeKeyOf, SPEC_FORMAT, stableId, type GatewaySpecInput } from '../../spec';
import {
  httpApiAuthorizers, httpCorsOf, httpRouteForm, present, routesOf, type PartOwner, type PartsContext, type RouteForm, type RoutePart,
} from '../http-api-resources';
import type { ImportedDocument, OpenApiImportContext } from './context';
import { DocumentReader, own, type DocumentNode } from './document-reader';
import { calledFunction, functionResolver, type FunctionResolver } from './functions';
import { CORS, httpApiDocumentIn, partsOfDocument } from './http-api';
import { checkDocument, issuesOf } from './import-document';
import { reportLeftOut, withWhatCanBeRead } from './readable';

/** A document of an HTTP API as a spec. */
export interface ImportedHttpDocument extends ImportedDocument {
  /** Whether clients must use a custom domain on AWS. */
  readonly isEndpointDisabled: boolean;
}

interface NodeOwner extends PartOwner {
  readonly node: DocumentNode;
}

type Part = RoutePart<NodeOwner>;

/**
 * A document of OpenAPI 3.0 as the spec of an HTTP API, as API Gateway imports it: every operation becomes a route. A route that cannot
 * be carried is unavailable.
 * @throws OPENAPI_NOT_READABLE
 * @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-open-api.html
 */
export function importHttpOpenApi(document: unknown, context: OpenApiImportContext = {}): ImportedHttpDocument {
  checkDocument(document, context.file ?? '');
  const reader = new DocumentReader(document, context);
  const functions = functionResolver(context);
  const read = httpApiDocumentIn(reader, context);
  const parts = partsOfDocument(read, (node): NodeOwner => ({ logicalId: reader.locationOf(node), node, doubt: read.closed }));
  const source = partsContext(reader, functions);
  const authorizers = httpApiAuthorizers(parts.authorizers, source);
  const { form, routes, integrations } = withHandler(parts, httpRouteForm(source.functions), context.handler);
  const { resources, lost } = routesOf(routes, { integrations, authorizers, form }, source);
  const { cors, problems } = httpCorsOf({ CorsConfiguration: read.cors });
  for (const { name, reason } of problems) reader.lose('OPENAPI_MEMBER_LEFT_OUT', own(reader.root, CORS), { member: name.replace('CorsConfiguration', CORS), reason });
  const name = (context.api?.name ?? read.name ?? 'Api').slice(0, 1024);
  const spec: GatewaySpecInput = {
    format: SPEC_FORMAT,
    protocol: 'http',
    api: { id: stableId(name), name, ...present({ description: read.description, cors }), ...context.api },
    functions: functions.withoutCode,
    authorizers: authorizers.parts,
    resources,
  };
  const readable = withWhatCanBeRead(spec, functions.known, lost);
  reportLeftOut(reader, readable);
  reportUnavailable(reader, readable.spec, parts.routes);
  const closed = read.closed ?? readable.closedAll;
  return {
    spec: readable.spec, issues: issuesOf(reader, context), lost: readable.unreachable, isEndpointDisabled: read.isEndpointDisabled,
    ...present({ closed }),
  };
}

/** Routes that are not available are reported with the finished spec. */
function partsContext(reader: DocumentReader, functions: FunctionResolver): PartsContext<NodeOwner> {
  return {
    report: ({ node }, issue: Issue) => {
      if (issue.code !== 'IMPORT_METHOD_UNAVAILABLE') reader.report(issue, node);
    },
    functions: {
      functionOf: (uri) => {
        // the ARN of a function, or the address that calls it
        const isArn = calledFunction(uri) === undefined && uri.includes(':function:');
        const called = functions.of(isArn ? `arn:aws:apigateway:local:lambda:path/2015-03-31/functions/${uri}/invocations` : uri);
        return 'reason' in called ? called : { part: called.function };
      },
      logicalIdOf: (name) => name,
    },
  };
}

interface BoundRoutes {
  readonly form: RouteForm<NodeOwner>;
  readonly routes: readonly Part[];
  readonly integrations: readonly Part[];
}

const HANDLER = 'handler';

/** Routes without an integration call the handler, if there is one. */
function withHandler(
  { routes, integrations }: Omit<BoundRoutes, 'form'>, form: RouteForm<NodeOwner>, handler: string | undefined,
): BoundRoutes {
  const [first] = routes;
  if (handler === undefined || first === undefined) return { form, routes, integrations };
  return {
    form: {
      ...form,
      integrationOf: (part) => (part.id === HANDLER ? { part: { type: 'proxy', function: handler, payloadFormatVersion: '2.0' } } : form.integrationOf(part)),
    },
    routes: routes.map((route) => ({ ...route, properties: { Target: `integrations/${HANDLER}`, ...route.properties } })),
    integrations: [...integrations, { id: HANDLER, label: HANDLER, properties: {}, resource: first.resource }],
  };
}

function reportUnavailable(reader: DocumentReader, { resources = {} }: GatewaySpecInput, routes: readonly Part[]): void {
  const nodes = new Map(routes.map(({ id, resource }) => [id, resource.node]));
  for (const [path, { methods = {} }] of Object.entries(resources)) {
    for (const httpMethod of HTTP_METHODS) {
      const integration = methods[httpMethod]?.integration;
      const reason = integration && describeIntegrationInput(integration).unavailable;
      if (reason !== undefined) reader.lose('OPENAPI_METHOD_UNAVAILABLE', nodes.get(routeKeyOf(path, httpMethod)) ?? reader.root, { reason });
    }
  }
}
