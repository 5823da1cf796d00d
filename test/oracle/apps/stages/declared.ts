import { Stack, type StackProps } from 'aws-cdk-lib';
import { Runtime } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import path from 'node:path';
import { Deployment, ProxyIntegration, Stage } from '../../../../lib';
import { Api, ProxyFunction } from '../../../../lib/aws';

/** Stages that the app makes itself, one with a cache. */
export class StagesStack extends Stack {
  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const fn = new ProxyFunction(this, 'Fn', { entry: path.join(__dirname, '..', 'handlers', 'echo.ts'), runtime: Runtime.NODEJS_22_X });
    const api = new Api(this, 'Api', { deploy: false });
    api.root.addResource('things').addMethod('GET', new ProxyIntegration(fn));
    const deployment = new Deployment(this, 'Deployment', { api });
    const [dev, prod] = ['dev', 'prod'].map((stageName) => new Stage(this, `${stageName}Stage`, {
      deployment, stageName, variables: { stage: stageName }, cachingEnabled: stageName === 'prod', description: `The stage ${stageName}`,
    }));
    api.deploymentStage = prod ?? dev;
  }
}
