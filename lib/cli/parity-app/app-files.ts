import type { ParityApi } from './parity-api';

const PARITY_STAGE = 'parity';

/** The files of the CDK app, by their paths. */
export function appFiles({ setup, functions, cases, leftOut }: ParityApi): Readonly<Record<string, string>> {
  return {
    'app.js': APP,
    'cdk.json': jsonText({ app: 'node app.js' }),
    'package.json': jsonText({ name: 'synthgate-parity', private: true, dependencies: { 'aws-cdk-lib': '^2', 'constructs': '^10', 'synthgate': '*' } }),
    'parity.json': jsonText({ stage: PARITY_STAGE, setup, runtimes: runtimesOf(functions), cases, leftOut }),
    ...Object.fromEntries(Object.entries(functions).map(([name, { code }]) => [`functions/${name}/index.js`, code])),
  };
}

/** By function; the others have the default. */
function runtimesOf(functions: ParityApi['functions']): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(functions).flatMap(([name, { runtime }]) => (runtime === undefined ? [] : [[name, runtime]])));
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Reads parity.json, so that it is the same whatever the cases are. */
const APP = `// Written by \`synthgate parity-app\`: one API with the setups of all cases in parity.json, each below a path part of its own.
// Deploy it with \`npx cdk deploy\`, then play the cases: npm run parity -- --app <this directory> --url <the URL that cdk prints>
'use strict';
const path = require('node:path');
const cdk = require('aws-cdk-lib');
const synthgate = require('synthgate');
const { Api, ProxyFunction, TemplateFormat } = require('synthgate/aws');
const { stage, setup, runtimes } = require('./parity.json');

const app = new cdk.App();
const stack = new cdk.Stack(app, 'SynthgateParity');
// one resource of the stack instead of hundreds: it may have 500
const api = new Api(stack, 'Parity', { deployOptions: { stageName: stage }, templateFormat: TemplateFormat.OPENAPI_BODY });
const created = { functions: {}, authorizers: {}, models: {}, validators: {} };

const runtimeOf = (name) => name && new cdk.aws_lambda.Runtime(name, cdk.aws_lambda.RuntimeFamily.NODEJS);
const functionOf = (name) => created.functions[name] ??= new ProxyFunction(stack, name, {
  code: path.join(__dirname, 'functions', name), handler: 'index.handler', runtime: runtimeOf(runtimes[name]),
});

for (const [name, { contentType, schema }] of Object.entries(setup.models)) created.models[name] = api.addModel(name, { modelName: name, contentType, schema });
for (const [name, options] of Object.entries(setup.requestValidators)) created.validators[name] = api.addRequestValidator(name, options);
for (const [name, { type, function: handler, identitySource, authorizerResultTtlInSeconds }] of Object.entries(setup.authorizers)) {
  const ttl = authorizerResultTtlInSeconds === undefined ? {} : { resultsCacheTtl: cdk.Duration.seconds(authorizerResultTtlInSeconds) };
  created.authorizers[name] = type === 'TOKEN'
    ? new synthgate.TokenAuthorizer(stack, name, { handler: functionOf(handler), ...ttl, ...(identitySource ? { identitySource } : {}) })
    : new synthgate.RequestAuthorizer(stack, name, { handler: functionOf(handler), ...ttl, identitySources: identitySource ? identitySource.split(/\\s*,\\s*/) : [] });
}

const mapping = ({ requestParameters, requestTemplates, passthroughBehavior, contentHandling, responses }) => ({
  requestParameters, requestTemplates, passthroughBehavior, contentHandling, integrationResponses: responses,
});

const INTEGRATIONS = {
  AWS_PROXY: ({ function: name }) => new synthgate.ProxyIntegration(functionOf(name)),
  AWS: ({ function: name, ...options }) => new synthgate.MappedIntegration(functionOf(name), mapping(options)),
  MOCK: (options) => new synthgate.MockIntegration(mapping(options)),
};

const optionsOf = ({ authorizer, requestParameters, requestModels, requestValidator, methodResponses = {} }) => ({
  ...(authorizer === undefined ? {} : { authorizer: created.authorizers[authorizer] }),
  ...(requestValidator === undefined ? {} : { requestValidator: created.validators[requestValidator] }),
  ...(requestModels === undefined ? {} : { requestModels: Object.fromEntries(Object.entries(requestModels).map(([type, name]) => [type, created.models[name]])) }),
  requestParameters,
  methodResponses: Object.entries(methodResponses).map(([statusCode, { responseParameters }]) => ({ statusCode, responseParameters })),
});

for (const [at, methods] of Object.entries(setup.resources)) {
  const resource = api.root.resourceForPath(at);
  for (const [name, method] of Object.entries(methods)) resource.addMethod(name, INTEGRATIONS[method.integration.type](method.integration), optionsOf(method));
}
app.synth();
`;
