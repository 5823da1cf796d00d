import { ofKind } from '../openapi';
import {
  describeIntegration, serviceUri, type IntegrationKind, type IntegrationOf, type IntegrationResponseSpec, type IntegrationSpec,
} from '../spec';
import { call, list, object, objectOrNothing, optional, quoted, type Code, type Members } from './code';
import type { RouteIntegrationContext } from './integrations';
import { isSecret } from './secrets';
import { addressCode, mappedCode, templatesCode } from './texts';
import { duration, enumUnless } from './values';

type Writer<Kind extends IntegrationKind> = (spec: IntegrationOf<Kind>, context: RouteIntegrationContext) => Code;

/** Messages get the error frame, and handshakes are refused. */
const closed = (_: IntegrationSpec, { program, id }: RouteIntegrationContext): Code =>
  call(`new ${program.use('WebSocketMockIntegration')}`, quoted(id), object({ requestTemplates: object({ $default: quoted('{"statusCode": 501}') }) }));

const WRITERS: { readonly [Kind in IntegrationKind]: Writer<Kind> } = {
  'proxy': (spec, context) => {
    const { program, functions, id, location } = context;
    leftOut(context, 'request parameters of a proxy integration, which have no effect', Object.keys(spec.requestParameters).length > 0);
    if (spec.httpMethod !== 'POST') program.differs(location, `a function called with ${spec.httpMethod}, which fails on AWS`, 'it is called with POST');
    roleOf(spec, context);
    return call(`new ${program.use('WebSocketLambdaIntegration')}`, quoted(id), functions.get(spec.function) ?? quoted(spec.function), objectOrNothing({
      timeout: timeoutCode(spec, context),
    }));
  },
  'mock': (spec, context) => {
    leftOut(context, 'request parameters of a mock', Object.keys(spec.requestParameters).length > 0);
    leftOut(context, `passthroughBehavior ${spec.passthroughBehavior} of a mock`, spec.passthroughBehavior !== 'WHEN_NO_MATCH');
    leftOut(context, `contentHandling ${spec.contentHandling ?? ''} of a mock`, spec.contentHandling !== undefined);
    return call(`new ${context.program.use('WebSocketMockIntegration')}`, quoted(context.id), objectOrNothing(templateMembers(spec, context)));
  },
  'service': (spec, context) => {
    const { program, id } = context;
    return call(`new ${program.use('WebSocketAwsIntegration')}`, quoted(id), object({
      integrationUri: uriCode(spec, context),
      integrationMethod: quoted(spec.httpMethod),
      credentialsRole: spec.credentials === undefined ? undefined : object({ roleArn: quoted(spec.credentials) }),
      ...mappingMembers(spec, context),
    }));
  },
  'mapped': (spec, context) => {
    const { program, functions, id } = context;
    roleOf(spec, context);
    const called = functions.get(spec.function) ?? quoted(spec.function);
    return call(`new ${program.use('WebSocketMappedIntegration')}`, quoted(id), called, objectOrNothing(mappingMembers(spec, context)));
  },
  'http': (spec, context) => call(
    `new ${context.program.use('WebSocketHttpIntegration')}`, quoted(context.id), addressCode(spec.uri, context),
    objectOrNothing({ ...backendMembers(spec, context), ...mappingMembers(spec, context) }),
  ),
  'http-proxy': (spec, context) => {
    leftOut(context, `responseTransferMode ${spec.responseTransferMode}`, spec.responseTransferMode !== 'BUFFERED');
    return call(
      `new ${context.program.use('WebSocketHttpProxyIntegration')}`, quoted(context.id), addressCode(spec.uri, context),
      objectOrNothing({
        ...backendMembers(spec, context),
        requestParameters: mappedCode(spec.requestParameters, context), timeout: timeoutCode(spec, context),
      }),
    );
  },
  'service-proxy': closed, 'unavailable': closed,
};

/** Whether an integration is one that constructs of WebSocket APIs have. */
export function hasConstruct({ type }: IntegrationSpec): boolean {
  return WRITERS[type] !== closed;
}

export function webSocketIntegrationCode(spec: IntegrationSpec, context: RouteIntegrationContext): Code {
  return ofKind(WRITERS, spec, context);
}

/** A name for an integration: its function, or what it calls. */
export function webSocketIntegrationName(spec: IntegrationSpec): string {
  if (!hasConstruct(spec)) return 'NotCarriedOver';
  const { functions: [called], target } = describeIntegration(spec);
  return called?.replace(/\$\{stageVariables\.(\w+)\}/g, '$1') ?? target?.replace(/ \/.*$/s, '') ?? 'Mock';
}

function leftOut({ program, location }: RouteIntegrationContext, what: string, isThere: boolean): void {
  if (isThere) program.differs(location, what, 'left out');
}

function roleOf({ credentials }: { readonly credentials?: string | undefined }, { program, location }: RouteIntegrationContext): void {
  if (credentials !== undefined) program.differs(location, 'the role of the integration (credentials)', 'functions permit the API to call them');
}

function timeoutCode({ timeoutMs }: { readonly timeoutMs: number }, { program }: RouteIntegrationContext): Code | undefined {
  return timeoutMs === 29_000 ? undefined : duration(program, timeoutMs);
}

/** The method of a backend; its VPC link is one of the stack, and its role has no construct. */
function backendMembers(spec: IntegrationOf<'http'> | IntegrationOf<'http-proxy'>, context: RouteIntegrationContext): Members {
  const { httpMethod, vpcLink, credentials } = spec;
  const { program, location } = context;
  if (vpcLink !== undefined) {
    program.differs(location, `the VPC link ${vpcLink}`, 'the backend is called at its own address: pass the link of your stack as vpcLink');
  }
  leftOut(context, 'the role of the integration (credentials)', credentials !== undefined);
  return { integrationMethod: httpMethod === 'POST' ? undefined : quoted(httpMethod) };
}

function mappingMembers(spec: MappedSpec, context: RouteIntegrationContext): Members {
  const { program } = context;
  return {
    timeout: timeoutCode(spec, context),
    requestParameters: mappedCode(spec.requestParameters, context),
    ...templateMembers(spec, context),
    passthroughBehavior: enumUnless(program, 'PassthroughBehavior', { value: spec.passthroughBehavior, fallback: 'WHEN_NO_MATCH' }),
    contentHandling: enumUnless(program, 'ContentHandling', { value: spec.contentHandling }),
  };
}

type MappedSpec = Omit<IntegrationOf<'mapped'>, 'type' | 'function'>;
type Templates = Pick<IntegrationOf<'mock'>, 'requestTemplates' | 'templateSelectionExpression' | 'responses'>;

function templateMembers(spec: Templates, context: RouteIntegrationContext): Members {
  const { requestTemplates, templateSelectionExpression, responses } = spec;
  return {
    requestTemplates: templatesCode('request', requestTemplates, context),
    templateSelectionExpression: optional(templateSelectionExpression),
    integrationResponses: responses.length === 0 ? undefined : list(responses.map((response) => responseCode(response, context))),
  };
}

function responseCode(response: IntegrationResponseSpec, context: RouteIntegrationContext): Code {
  const { statusCode, selectionPattern, responseTemplates, templateSelectionExpression, contentHandling } = response;
  if (statusCode !== '200') context.program.differs(context.location, `status ${statusCode} of an integration response`, '200');
  return object({
    selectionPattern: optional(selectionPattern),
    responseTemplates: templatesCode('response', responseTemplates, context),
    templateSelectionExpression: optional(templateSelectionExpression),
    contentHandling: enumUnless(context.program, 'ContentHandling', { value: contentHandling }),
  });
}

/** The address of a service: in the region of the stack, in a stack; locally, a region that is not named is the gateway's. */
function uriCode(spec: IntegrationOf<'service'>, { program, location }: RouteIntegrationContext): Code {
  const isInStack = spec.region === undefined && program.target.scope === 'this';
  const uri = serviceUri(spec, { partition: 'aws', region: isInStack ? '${this.region}' : '' });
  if (spec.actionParameters.some(({ name, value }) => isSecret(name, value))) {
    const value = serviceUri(spec, { partition: 'aws', region: '' });
    return program.readSecret(program.secret(location, 'the address of the service, which has credentials', { value, wanted: ['SERVICE_URI'] }));
  }
  if (!isInStack) return quoted(uri);
  const [start = '', ...rest] = uri.split('${this.region}');
  return `\`${start}\${this.region}${rest.join('${this.region}').replace(/[\\`]|\$\{/g, (special) => `\\${special}`)}\``;
}
