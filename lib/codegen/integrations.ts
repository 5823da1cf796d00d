import { ofKind } from '../openapi';
import {
  canonicalText, describeIntegration, LIMITS, type IntegrationKind, type IntegrationOf, type IntegrationResponseSpec, type IntegrationSpec,
} from '../spec';
import { call, list, literal, object, objectOrNothing, optional, quoted, type Code, type Members } from './code';
import type { Functions } from './functions';
import { constantCase } from './names';
import type { Program } from './program';
import { isSecret, withoutSecret } from './secrets';
import { addressCode, mappedCode, templatesCode } from './texts';
import { duration, enumUnless, textsOrNothing } from './values';

/** The context that an integration is written in. */
export interface IntegrationContext {
  readonly program: Program;
  readonly functions: Functions;
  /** The method, for issues. */
  readonly location: string;
}

/** An integration of routes that is being written. */
export interface RouteIntegrationContext extends IntegrationContext {
  /** Id of its construct. */
  readonly id: string;
}

type Writer<Kind extends IntegrationKind> = (spec: IntegrationOf<Kind>, context: IntegrationContext) => Code;

/** No REST API has these: the rule about kinds of APIs refuses them. */
const foreign = ({ type }: IntegrationSpec): Code => {
  throw new TypeError(`no integration of a REST API: ${type}`);
};

const WRITERS: { readonly [Kind in IntegrationKind]: Writer<Kind> } = {
  'proxy': (spec, context) => {
    const { program, location } = context;
    if (spec.httpMethod !== 'POST') program.differs(location, `a function called with ${spec.httpMethod}, which fails on AWS`, 'it is called with POST');
    if (Object.keys(spec.requestParameters).length > 0) program.differs(location, 'request parameters of a proxy integration, which have no effect', 'they are left out');
    const options = objectOrNothing({ ...backendMembers(spec, context), ...cacheMembers(spec), ...transferMembers(spec, context) });
    const handler = variableOf(spec.function, context);
    return options === undefined ? handler : call(`new ${program.use('ProxyIntegration')}`, handler, options);
  },
  'mapped': (spec, context) => call(
    `new ${context.program.use('MappedIntegration')}`, variableOf(spec.function, context),
    objectOrNothing({ ...backendMembers(spec, context), ...mappingMembers(spec, context), ...cacheMembers(spec) }),
  ),
  'mock': (spec, context) => {
    const { requestTemplates } = spec;
    const isDefault = canonicalText(requestTemplates) === canonicalText({ 'application/json': '{"statusCode": 200}' });
    const templates = isDefault ? undefined : templatesCode('request', requestTemplates, context) ?? object({});
    const members = { ...mappingMembers(spec, context), requestTemplates: templates, ...cacheMembers(spec) };
    return call(`new ${context.program.use('MockIntegration')}`, objectOrNothing(members));
  },
  'http': (spec, context) => call(
    `new ${context.program.use('HttpIntegration')}`, addressCode(spec.uri, context),
    objectOrNothing({
      ...httpMethodMember(spec, 'ANY'), ...vpcLinkMember(spec, context), ...backendMembers(spec, context), ...mappingMembers(spec, context), ...cacheMembers(spec),
    }),
  ),
  'http-proxy': (spec, context) => call(
    `new ${context.program.use('HttpProxyIntegration')}`, addressCode(spec.uri, context),
    objectOrNothing({
      ...httpMethodMember(spec, 'ANY'), ...vpcLinkMember(spec, context), ...backendMembers(spec, context), ...transferMembers(spec, context),
      requestParameters: mappedCode(spec.requestParameters, context), ...cacheMembers(spec),
    }),
  ),
  'service': (spec, context) => call(`new ${context.program.use('ServiceIntegration')}`, object({
    service: quoted(spec.service), subdomain: optional(spec.subdomain), region: optional(spec.region), action: optional(spec.action),
    actionParameters: actionParameters(spec, context), path: optional(spec.path), ...httpMethodMember(spec, 'POST'),
    ...backendMembers(spec, context), ...mappingMembers(spec, context), ...cacheMembers(spec),
  })),
  'service-proxy': foreign,
  // It answers every request with 501, as the method did, so nobody is let in.
  'unavailable': ({ awsType, target, reason }, { program, location }) => {
    const called = target === undefined ? '' : ` ${withoutSecret(target)}`;
    program.differs(location, `a method that cannot be called here (${awsType}${called}): ${withoutSecret(reason)}`, 'a mock that answers 501');
    return call(`new ${program.use('MockIntegration')}`, object({
      integrationResponses: list([object({ statusCode: "'501'", responseTemplates: literal({ 'application/json': '{"message": "Not Implemented"}' }) })]),
    }));
  },
};

/** Returns the code of the target of a method: a function or an integration. */
export function integrationCode(spec: IntegrationSpec, context: IntegrationContext): Code {
  return ofKind(WRITERS, spec, context);
}

/** Why a method cannot be called, for a comment above it. */
export function unavailableComment(spec: IntegrationSpec): string | undefined {
  const { unavailable, awsType, target, declared } = describeIntegration(spec);
  if (unavailable === undefined) return undefined;
  const { authorizationType, authorizer, function: called } = declared ?? {};
  const protection = authorizationType === undefined ? '' : `, protected by ${authorizer ?? authorizationType}`;
  return `Not carried over (${withoutSecret(unavailable)}). In its source: ${awsType} ${called ?? withoutSecret(target ?? '')}`.trimEnd() + protection;
}

function variableOf(name: string, { functions }: IntegrationContext): Code {
  return functions.get(name) ?? quoted(name);
}

function httpMethodMember({ httpMethod }: { readonly httpMethod: string }, fallback: string): Members {
  return { httpMethod: httpMethod === fallback ? undefined : quoted(httpMethod) };
}

/** A construct takes a VPC link of a CDK stack, and is called directly here. */
function vpcLinkMember({ vpcLink }: Pick<IntegrationOf<'http'>, 'vpcLink'>, { program, location }: IntegrationContext): Members {
  if (vpcLink === undefined) return {};
  program.differs(location, `the VPC link ${vpcLink}`, 'the backend is called at its own address: pass the link of your stack as vpcLink');
  return {};
}

type BackendSpec = Pick<IntegrationOf<'proxy'>, 'timeoutMs' | 'credentials'>;

function backendMembers({ timeoutMs, credentials }: BackendSpec, { program }: IntegrationContext): Members {
  const isDefault = timeoutMs === LIMITS.integrationTimeoutMs.default;
  return { timeout: isDefault ? undefined : duration(program, timeoutMs), credentials: optional(credentials) };
}

function transferMembers({ responseTransferMode }: { readonly responseTransferMode: string }, { program }: IntegrationContext): Members {
  return { responseTransferMode: enumUnless(program, 'ResponseTransferMode', { value: responseTransferMode, fallback: 'BUFFERED' }) };
}

function cacheMembers({ cacheKeyParameters, cacheNamespace }: Pick<IntegrationOf<'mock'>, 'cacheKeyParameters' | 'cacheNamespace'>): Members {
  return { cacheKeyParameters: textsOrNothing(cacheKeyParameters), cacheNamespace: optional(cacheNamespace) };
}

type MappingSpec = Pick<
  IntegrationOf<'mapped'>, 'requestParameters' | 'requestTemplates' | 'passthroughBehavior' | 'contentHandling' | 'responses'
>;

function mappingMembers(spec: MappingSpec, context: IntegrationContext): Members {
  const { program } = context;
  const { requestTemplates, passthroughBehavior, contentHandling, responses } = spec;
  return {
    requestParameters: mappedCode(spec.requestParameters, context),
    requestTemplates: templatesCode('request', requestTemplates, context),
    passthroughBehavior: enumUnless(program, 'PassthroughBehavior', { value: passthroughBehavior, fallback: 'WHEN_NO_MATCH' }),
    contentHandling: enumUnless(program, 'ContentHandling', { value: contentHandling }),
    integrationResponses: responsesCode(responses, context),
  };
}

/** Without any, an integration has one with status 200. */
function responsesCode(responses: readonly IntegrationResponseSpec[], context: IntegrationContext): Code | undefined {
  const [only] = responses;
  const isDefault = responses.length === 1 && only !== undefined
    && canonicalText(only) === canonicalText({ statusCode: '200', responseParameters: {}, responseTemplates: {} });
  if (isDefault) return undefined;
  return list(responses.map(({ statusCode, selectionPattern, contentHandling, responseParameters, responseTemplates }) => object({
    statusCode: quoted(statusCode),
    selectionPattern: optional(selectionPattern),
    contentHandling: enumUnless(context.program, 'ContentHandling', { value: contentHandling }),
    responseParameters: mappedCode(responseParameters, context),
    responseTemplates: templatesCode('response', responseTemplates, context),
  })));
}

/** By name: repeated names cannot be said, nor numbers out of their order. */
function actionParameters(spec: IntegrationOf<'service'>, { program, location }: IntegrationContext): Code | undefined {
  const { actionParameters: parameters } = spec;
  const byName = Object.fromEntries(parameters.map(({ name, value }) => [name, value]));
  const said = Object.entries(byName).map(([name, value]) => ({ name, value }));
  if (canonicalText(said) !== canonicalText(parameters)) program.differs(location, 'action parameters with repeated or numeric names', 'each is there once, in another order');
  return objectOrNothing(Object.fromEntries(Object.entries(byName).map(([name, value]) => {
    if (!isSecret(name, value)) return [name, literal(value)];
    const wanted = [constantCase(name), `ACTION_${constantCase(name)}`];
    return [name, program.readSecret(program.secret(location, `the action parameter ${name}`, { value, wanted }))];
  })));
}
