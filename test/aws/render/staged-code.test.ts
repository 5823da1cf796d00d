import { App, aws_lambda as lambda, AssetHashType, DockerImage, NestedStack, Stack, type aws_s3_assets as s3assets } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { stagedCode } from '../../../lib/aws/render/staged-code';
import { FUNCTION_CODE } from '../../support/aws-stack';

type MakeCode = (file: string, options?: s3assets.AssetOptions) => lambda.Code;

const BUNDLED: s3assets.AssetOptions = {
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    image: DockerImage.fromRegistry('unused'),
    local: {
      tryBundle: (directory) => {
        writeFileSync(path.join(directory, 'index.js'), 'exports.handler = () => {};\n');
        return true;
      },
    },
  },
};
const WITH_METADATA = { 'aws:cdk:enable-asset-metadata': true };
const same = (stack: Stack): Construct => stack;

/** Templates and asset manifests of an app with one function, by file. */
function written(code: lambda.Code, { scopeOf = same, context = {} }: Variant): Record<string, unknown> {
  const app = new App({ context, analyticsReporting: false });
  const scope = scopeOf(new Stack(app, 'Shop'));
  new lambda.Function(scope, 'Pets', { runtime: lambda.Runtime.NODEJS_22_X, handler: 'index.handler', code });
  const { directory } = app.synth();
  const files = readdirSync(directory).filter((file) => /\.(template|assets)\.json$/.test(file));
  return Object.fromEntries([...files, ...readdirSync(directory).filter((file) => file.startsWith('asset.'))].map((file) =>
    [file, file.endsWith('.json') ? JSON.parse(readFileSync(path.join(directory, file), 'utf8')) : readdirSync(path.join(directory, file))]));
}

interface Variant {
  readonly options?: s3assets.AssetOptions;
  readonly context?: Record<string, unknown>;
  readonly scopeOf?: (stack: Stack) => Construct;
}

const VARIANTS: [string, Variant][] = [
  ['a directory', {}],
  ['a directory, with metadata', { context: WITH_METADATA }],
  ['a bundle', { options: BUNDLED }],
  ['a bundle, with metadata', { options: BUNDLED, context: WITH_METADATA }],
  ['a directory in a nested stack', { scopeOf: (stack) => new NestedStack(stack, 'Nested'), context: WITH_METADATA }],
];

test.each(VARIANTS)('%s is written as Code.fromAsset writes it', (_, variant) => {
  const [ours, theirs] = [stagedCode, (file: string, options?: s3assets.AssetOptions) => lambda.Code.fromAsset(file, options)]
    .map((make: MakeCode) => written(make(FUNCTION_CODE, variant.options), variant));
  expect(Object.keys(ours ?? {}).length).toBeGreaterThan(1);
  expect(ours).toEqual(theirs);
});

test('a file that is not an archive is refused, as by Code.fromAsset', () => {
  const file = path.join(FUNCTION_CODE, readdirSync(FUNCTION_CODE)[0] ?? '');
  expect(() => written(stagedCode(file), {})).toThrow(/neither a directory nor a \.zip file/);
  expect(() => written(lambda.Code.fromAsset(file), {})).toThrow();
});

test('an app with a function does not load CDK\'s facts of all regions', () => {
  const root = path.resolve(__dirname, '../../..');
  const program = `
    const { App, Stack } = require('aws-cdk-lib');
    const { Api, ProxyFunction } = require('./build/aws/index.js');
    const stack = new Stack(new App(), 'Shop');
    new Api(stack, 'Pets').root.addMethod('GET', new ProxyFunction(stack, 'Fn', { code: ${JSON.stringify(FUNCTION_CODE)}, handler: 'index.handler' }));
    stack.node.root.synth();
    console.log(JSON.stringify(Object.keys(require.cache).filter((file) => /aws-s3.lib.bucket|region-info/.test(file))));`;
  expect(JSON.parse(execFileSync(process.execPath, ['-e', program], { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }))).toEqual([]);
});
