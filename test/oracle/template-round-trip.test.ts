import { Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { Api, TemplateFormat } from '../../lib/aws';
import { writeProgram } from '../../lib/codegen';
import { withCorsMethods } from '../../lib/openapi';
import { mapMethods, withResponses, type GatewaySpec, type IntegrationResponseSpec } from '../../lib/spec';
import { newStack } from '../support/aws-stack';
import { codeFor, runProgram } from '../support/codegen/run-program';
import { everyMember } from '../support/every-member';
import { importFiles } from '../support/imported';
import { roundTripDifferences } from '../support/importers/round-trip';
import { EXAMPLES, REFUSED_EXAMPLES, stacksOfExample } from '../support/template/example-stack';
import type { CloudFormationTemplate } from '../support/template/normalized';
import { DEFINITIONS, OF_RESOURCES } from './definitions';

interface Loss {
  readonly at: RegExp;
  readonly why: string;
}

/** Where a template says something else than the definition that it was made of, or cannot say it. */
const LOSSES: readonly Loss[] = [
  ...['id', 'vendor', 'deploymentTriggers', 'jsonBodyValidation']
    .map((name) => ({ at: new RegExp(`^api/${name}\\b`), why: 'a template does not say it; ids are of the deployed API' })),
  ...['code', 'entry', 'external', 'unavailable', 'deadLetter', 'runtime']
    .map((name) => ({ at: new RegExp(`^functions/[^/]+/${name}\\b`), why: 'of the code, which a template without its assets has not' })),
  { at: /^api\/quotas\//, why: 'the quotas of an account are in no template' },
  ...['concurrency', 'onFailure']
    .map((name) => ({ at: new RegExp(`^functions/[^/]+/${name}\\b`), why: 'not written (AWS_FUNCTION_CONCURRENCY), or not read (docs/reference/imports.md)' })),
  { at: /^resources\/(.*\/)?id$/, why: 'ids are those of the template' },
  { at: /^resources\/\/$/, why: 'every API has a root' },
  { at: /\/integration\/region$/, why: 'the address of a service names the region of the stack' },
  { at: /\/methodSettings\/.*\/dataTraceEnabled$/, why: 'the CDK writes the default' },
  { at: /^stages\/[^/]+\/methodSettings\/\/.*\/(loggingLevel|cachingEnabled|cacheTtlSeconds)$/, why: 'the settings of a method say what they take over from those of all' },
  { at: /\/(requireAuthorizationForCacheControl|unauthorizedCacheControlHeaderStrategy)$/, why: 'CloudFormation has no such setting' },
  { at: /\/accessLog\/destination$/, why: 'the local gateway writes to standard output' },
  { at: /^models\/(Empty|Error)$/, why: 'every API has them' },
  {
    at: /^models\/SynthgateAnyJson$|^requestValidators\/synthgate-json-body$|requestValidator$|requestModels\//,
    why: 'the rule about bodies that are not JSON becomes a validator',
  },
  { at: /^resources\/.*\/methods\/POST$/, why: 'the same: POST is taken out of ANY for that' },
  { at: /^stages\/[^/]+\/variables\/synthgateFunction_/, why: 'functions that stage variables name are permitted one by one' },
  { at: /^models\/\w+\/schema\/\$schema$/, why: 'the CDK writes the version' },
];

/** Differences that an OpenAPI document makes. */
const LOSSES_OF_DOCUMENTS: readonly Loss[] = [
  { at: /\/requestParameters\/method\.request\.path\.\w+$/, why: 'parts of the path are required parameters' },
  { at: /\/responseParameters\/method\.response\.header\.[\w-]+$/, why: 'headers of responses are declared, not required' },
  { at: /\/operationName$/, why: 'operationIds are there once' },
  { at: /^models\//, why: 'OpenAPI 3.0 has not all keywords of draft 4' },
];

/** Differences that SAM makes: plans belong to its own stages, and keys without a plan have no effect. */
const LOSSES_OF_SAM: readonly Loss[] = [
  { at: /^(stages|usagePlans|apiKeys)\b/, why: 'the stage of an API of SAM has its own properties' },
];

const used = new Set<Loss>();

/** Whether a difference is one of the losses; the first that fits counts as used. */
function isLoss(at: string, losses: readonly Loss[]): boolean {
  const fitting = losses.find((one) => one.at.test(at));
  if (fitting !== undefined) used.add(fitting);
  return fitting !== undefined;
}

function specsIn(stack: Stack): GatewaySpec[] {
  return stack.node.findAll().filter((one): one is Api => Api.isApi(one)).map((api) => withCorsMethods(api._readSpec()).spec);
}

/** Responses are members by pattern in a document, of which numbers come first. */
function inObjectOrder(spec: GatewaySpec): GatewaySpec {
  const ordered = (responses: readonly IntegrationResponseSpec[]): IntegrationResponseSpec[] =>
    Object.values(Object.fromEntries(responses.map((one) => [one.selectionPattern ?? 'default', one])));
  return mapMethods(spec, ({ method }) => ({ ...method, integration: withResponses(method.integration, ordered) }));
}

/** An API as SAM declares one: with its document, and the stage that goes with it. Deployment and stages are SAM's. */
function asSam({ Resources = {}, ...others }: CloudFormationTemplate): object {
  const resources = Object.entries(Resources).flatMap(([id, resource]): [string, object][] => {
    const { Type: type, Properties: properties = {} } = resource;
    if (type === 'AWS::ApiGateway::Deployment' || type === 'AWS::ApiGateway::Stage' || type === 'AWS::ApiGateway::UsagePlan') return [];
    if (type !== 'AWS::ApiGateway::RestApi') return [[id, resource]];
    const { Body, EndpointConfiguration, BinaryMediaTypes, ...same } = properties;
    // as CloudFormation has it
    const { Types: [endpointType] = [] } = (EndpointConfiguration ?? {}) as { readonly Types?: readonly string[] };
    const endpoint = endpointType === undefined ? {} : { EndpointConfiguration: { Type: endpointType } };
    const binary = Array.isArray(BinaryMediaTypes) ? { BinaryMediaTypes: BinaryMediaTypes.map((type) => String(type).replace('/', '~1')) } : {};
    return [[id, { Type: 'AWS::Serverless::Api', Properties: { ...same, ...binary, DefinitionBody: Body, StageName: 'prod', OpenApiVersion: '3.0.1', ...endpoint } }]];
  });
  return { ...others, Transform: 'AWS::Serverless-2016-10-31', Resources: Object.fromEntries(resources) };
}

/** The API of a template without resources of its own; the rest is changed beneath the constructs. */
const CASES = DEFINITIONS.filter((one) => !OF_RESOURCES.includes(one) && one.name !== 'an API that exists');

/** Stacks that are deployed together. */
function assemblyOf(templates: readonly CloudFormationTemplate[], names: readonly string[]): Record<string, object> {
  const artifacts = names.map((name) => [name, { type: 'aws:cloudformation:stack', environment: 'aws://unknown-account/unknown-region', properties: { templateFile: `${name}.json` } }]);
  return { 'manifest.json': { version: '1', artifacts: Object.fromEntries(artifacts) as object }, ...Object.fromEntries(names.map((name, index) => [`${name}.json`, templates[index] ?? {}])) };
}

function expectSame(given: readonly GatewaySpec[], files: Readonly<Record<string, object>>, losses: readonly Loss[]): void {
  const { specs } = importFiles(files);
  expect(specs.map(({ api }) => api.name).sort()).toEqual(given.map(({ api }) => api.name).sort());
  for (const spec of given) {
    const imported = specs.find(({ api }) => api.name === spec.api.name) ?? spec;
    const unexplained = roundTripDifferences(spec, imported).filter(({ at }) => !isLoss(at, losses));
    expect(unexplained).toEqual([]);
  }
}

/** The stacks of the first are made by its own tests; the others have no REST API: http-api.test.ts, web-socket-api.test.ts. */
const WITHOUT_API = new Set(['30-tests', '18-http-api', '19-websocket-chat']);

/** The stacks of a definition, or of an example, rendered in one of the ways. */
type Make = (templateFormat: TemplateFormat) => readonly Stack[];

/** Declared by a program of the CDK, which has what the definition has. */
function stacksOfEveryMember(templateFormat: TemplateFormat): readonly Stack[] {
  const { sayable } = everyMember();
  const { text, secrets } = writeProgram([{ spec: sayable, code: codeFor(sayable) }], 'cdk');
  return runProgram(text, secrets, { templateFormat }).node.children.filter((one): one is Stack => Stack.isStack(one));
}

const MADE: readonly (readonly [string, Make])[] = [
  ['a definition with every member', stacksOfEveryMember],
  ...CASES.map(({ name, ours }) => [name, (templateFormat: TemplateFormat) => {
    const stack = newStack('Shop', { app: { context: { templateFormat } } });
    ours(stack);
    return [stack];
  }] as const),
  ...EXAMPLES.filter((one) => !REFUSED_EXAMPLES.has(one) && !WITHOUT_API.has(one)).map((example) => [`example ${example}`, (templateFormat: TemplateFormat) => stacksOfExample(example, templateFormat)] as const),
];

function templateOf(stack: Stack): CloudFormationTemplate {
  return Template.fromStack(stack).toJSON() as CloudFormationTemplate; // as CloudFormation has it
}

test.each(MADE)('%s: a template of resources is the definition again', (_, make) => {
  const stacks = make(TemplateFormat.RESOURCES);
  expectSame(stacks.flatMap(specsIn), assemblyOf(stacks.map(templateOf), stacks.map(({ stackName }) => stackName)), LOSSES);
});

test.each(MADE)('%s: a template with a document is the definition again, also as a template of SAM', (_, make) => {
  const stacks = make(TemplateFormat.OPENAPI_BODY);
  const specs = stacks.flatMap(specsIn).map(inObjectOrder);
  const templates = stacks.map(templateOf);
  expectSame(specs, assemblyOf(templates, stacks.map(({ stackName }) => stackName)), [...LOSSES, ...LOSSES_OF_DOCUMENTS]);
  const [only] = templates;
  if (templates.length === 1 && only !== undefined) expectSame(specs, { 'template.json': asSam(only) }, [...LOSSES, ...LOSSES_OF_DOCUMENTS, ...LOSSES_OF_SAM]);
});

test('every loss is one that a definition has', () => {
  expect([...LOSSES, ...LOSSES_OF_DOCUMENTS, ...LOSSES_OF_SAM].filter((one) => !used.has(one))).toEqual([]);
});
