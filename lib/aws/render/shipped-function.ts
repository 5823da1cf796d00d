import type { aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import type { FunctionSpec } from '../../spec';
import { digestOf, shippedProgram, writeFiles } from '../../synth';
import { awsCdk } from '../aws-cdk';
import type { ShippedFunction } from '../lower';
import { logGroupOf, roleOf } from './function';

/** A function that this library ships as a Lambda function, with a role that may write its log. */
export function renderShipped(scope: Construct, shipped: ShippedFunction, spec: FunctionSpec): lambda.Function {
  const { aws_lambda: { Code, Function: LambdaFunction, Runtime }, AssetHashType, DockerImage, Duration } = awsCdk();
  const files = new Map<string, Uint8Array>([...shippedProgram('jwt-authorizer'), ['methods.json', Buffer.from(JSON.stringify(shipped.methods))]]);
  const logGroup = logGroupOf(scope, {});
  const rendered = new LambdaFunction(scope, 'Default', {
    runtime: Runtime.NODEJS_24_X,
    handler: spec.handler,
    code: Code.fromAsset(__dirname, {
      assetHashType: AssetHashType.CUSTOM,
      assetHash: digestOf(files),
      bundling: {
        image: DockerImage.fromRegistry('unused'), // the files exist already
        local: {
          tryBundle: (directory) => {
            writeFiles(directory, files);
            return true;
          },
        },
      },
    }),
    description: spec.description,
    memorySize: spec.memoryMiB,
    timeout: Duration.millis(spec.timeoutMs),
    environment: spec.environment,
    role: roleOf(scope),
    logGroup,
  });
  logGroup.grantWrite(rendered);
  return rendered;
}
