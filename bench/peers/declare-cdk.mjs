// The same with aws-cdk-lib: a RestApi with one function, synthesized into a template.
import { createRequire } from 'node:module';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

const require = createRequire(import.meta.url);
const { App, Stack } = require('aws-cdk-lib');
const { LambdaIntegration, RestApi } = require('aws-cdk-lib/aws-apigateway');
const { Code, Function, Runtime } = require('aws-cdk-lib/aws-lambda');
const METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH'];
const count = Number(process.argv[2]);

const outdir = mkdtempSync(path.join(tmpdir(), 'synthgate-bench-cdk-'));
const app = new App({ outdir, analyticsReporting: false, context: { '@aws-cdk/core:stackResourceLimit': 0 } });
const stack = new Stack(app, 'Bench');
const handler = new Function(stack, 'Pets', { runtime: Runtime.NODEJS_LATEST, handler: 'index.handler', code: Code.fromInline('exports.handler = 1') });
const api = new RestApi(stack, 'Api');
const pets = new LambdaIntegration(handler);
for (let index = 0; index < count; index += METHODS.length) {
  const resource = api.root.addResource(`pets${index}`);
  for (const method of METHODS.slice(0, count - index)) resource.addMethod(method, pets);
}
const startedAt = performance.now();
const assembly = app.synth();
const kilobytes = JSON.stringify(assembly.getStackByName('Bench').template).length / 1_000;
console.log(JSON.stringify({ synthMs: performance.now() - startedAt, kilobytes }));
rmSync(outdir, { recursive: true, force: true });
