import { Duration, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Api, ProxyFunction } from 'synthgate/aws';

/** A REST API of API Gateway, and a Lambda function. */
export class PetsStack extends Stack {
  public readonly api: Api;

  public constructor(scope: Construct, id: string, props?: StackProps) {
    super(scope, id, props);
    const pets = new ProxyFunction(this, 'Pets', { entry: 'src/pets.ts', timeout: Duration.seconds(5) });
    this.api = new Api(this, 'PetsApi', {
      deployOptions: {
        stageName: 'prod',
        methodOptions: { '/pets/{petId}/GET': { throttlingRateLimit: 1, throttlingBurstLimit: 2 } },
      },
    });
    this.api.root.addResource('pets').addResource('{petId}').addMethod('GET', pets);
  }
}
