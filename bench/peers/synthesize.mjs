// Declares as many methods as asked for, five a resource, one function, and synthesizes them, in one of four ways. Prints what
// that took and what came out as JSON. `warm` synthesizes ten methods before, so that the libraries are loaded: aws-cdk-lib
// loads most of itself when it is first used.
import { mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];
const FEW = 10;
const [way, count, start] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const code = import.meta.dirname;

const synthesize = ways()[way]();
if (start === 'warm') synthesize(FEW);
const before = process.cpuUsage();
const made = synthesize(Number(count));
const { user, system } = process.cpuUsage(before);
const whole = process.cpuUsage();
console.log(JSON.stringify({
  cpuMs: (user + system) / 1_000,
  processCpuMs: (whole.user + whole.system) / 1_000,
  peakMiB: process.resourceUsage().maxRSS / 1_024,
  ...made,
}));

function ways() {
  return {
    'spec': () => {
      const { Api, App, ProxyFunction } = require('../../build/index.js');
      return (methods) => {
        const app = new App();
        const api = new Api(app, 'Bench', { quotas: { resources: methods + 1 } });
        declare(api, new ProxyFunction(app, 'Pets', { code, handler: 'handler.handler' }), methods);
        return { bytes: api.toJson().length };
      };
    },
    'rest-api': () => {
      const { aws_apigateway: { LambdaIntegration, RestApi }, aws_lambda: { Code, Function: LambdaFunction, Runtime } } = require('aws-cdk-lib');
      return (methods) => inStack((stack) => {
        const handler = new LambdaFunction(stack, 'Pets', { runtime: Runtime.NODEJS_24_X, handler: 'handler.handler', code: Code.fromAsset(code) });
        declare(new RestApi(stack, 'Bench', { cloudWatchRole: false }), new LambdaIntegration(handler), methods);
      });
    },
    'resources': () => target('resources'),
    'openapi-body': () => target('openapi-body'),
  };
}

function target(templateFormat) {
  const { Api, ProxyFunction } = require('../../build/aws/index.js');
  return (methods) => inStack((stack) => {
    const api = new Api(stack, 'Bench', { templateFormat, quotas: { resources: methods + 1 } });
    declare(api, new ProxyFunction(stack, 'Pets', { code, handler: 'handler.handler' }), methods);
  });
}

function declare(api, integration, count) {
  for (let index = 0; index < count; index += METHODS.length) {
    const resource = api.root.addResource(`pets${index}`);
    for (const method of METHODS.slice(0, count - index)) resource.addMethod(method, integration);
  }
}

/** A stack in an app of its own, synthesized into a template; its limit of resources is not what is asked here. */
function inStack(declareIn) {
  const { App, Stack } = require('aws-cdk-lib');
  const outdir = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-cdk-'));
  try {
    const app = new App({ outdir, analyticsReporting: false, context: { '@aws-cdk/core:stackResourceLimit': 0 } });
    declareIn(new Stack(app, 'Stack'));
    const { template } = app.synth().getStackByName('Stack');
    return { bytes: JSON.stringify(template).length, resources: Object.keys(template.Resources).length };
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
}
