import { Resource, Stack } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { Effect, Grant, PolicyStatement, Role, ServicePrincipal, type IGrantable } from 'aws-cdk-lib/aws-iam';
import type { IEndpoint } from 'aws-cdk-lib/aws-sagemaker';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { DefinitionBody, Pass, StateMachine, StateMachineType } from 'aws-cdk-lib/aws-stepfunctions';
import * as ours from '../../../lib/cdk';
import { petsApi, petsRestApi, type Definition } from './definition';

const role = (stack: Stack) => new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });
const machine = (stack: Stack) => new StateMachine(stack, 'Machine', { stateMachineType: StateMachineType.EXPRESS, definitionBody: DefinitionBody.fromChainable(new Pass(stack, 'Pass')) });
const responses = { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] };
const integrationResponses = [{ statusCode: '200' }, { statusCode: '400', selectionPattern: '4\\d{2}', responseTemplates: { 'application/json': '{}' } }];

/** An endpoint of SageMaker, whose construct is not in aws-cdk-lib yet. */
class Endpoint extends Resource implements IEndpoint {
  public readonly endpointName = 'model';
  public readonly endpointArn = this.stack.formatArn({ service: 'sagemaker', resource: 'endpoint', resourceName: 'model' });
  public readonly endpointRef = { endpointArn: this.endpointArn };

  public grantInvoke(grantee: IGrantable): Grant {
    return Grant.addToPrincipal({ grantee, actions: ['sagemaker:InvokeEndpoint'], resourceArns: [this.endpointArn] });
  }
}

type Make = (library: Pick<typeof theirs, 'AwsIntegration' | 'StepFunctionsIntegration' | 'SagemakerIntegration'>, stack: Stack) => theirs.Integration;

/** The same integration, of ours and of theirs. */
function pair(name: string, make: Make, options: theirs.MethodOptions = responses): Definition {
  return {
    name,
    // those of ours are accepted by both
    ours: (stack) => {
      const methodResponses = options.methodResponses?.map(({ statusCode }) => ({ statusCode }));
      petsApi(stack).root.addMethod('POST', make(ours, stack) as ours.AwsIntegration, { methodResponses });
    },
    theirs: (stack) => { petsRestApi(stack).root.addMethod('POST', make(theirs, stack), options); },
  };
}

/** AWS services behind methods. */
export const SERVICES: readonly Definition[] = [
  pair('an action of a service, with a role and templates', ({ AwsIntegration }, stack) => new AwsIntegration({
    service: 'dynamodb', action: 'PutItem',
    options: { credentialsRole: role(stack), requestTemplates: { 'application/json': '{"TableName": "Pets"}' }, passthroughBehavior: theirs.PassthroughBehavior.NEVER, integrationResponses },
  })),
  pair('a path of a service with tokens in it', ({ AwsIntegration }, stack) => {
    const queue = new Queue(stack, 'Queue');
    const credentialsRole = role(stack);
    credentialsRole.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
    return new AwsIntegration({
      service: 'sqs', path: `${Stack.of(stack).account}/${queue.queueName}`,
      options: { credentialsRole, requestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" }, integrationResponses },
    });
  }),
  pair('a bucket in another region, with the credentials of the caller', ({ AwsIntegration }) => new AwsIntegration({
    service: 's3', subdomain: 'pictures', region: 'eu-west-1', path: 'cat.png', integrationHttpMethod: 'GET', options: { credentialsPassthrough: true, integrationResponses },
  })),
  pair('an action with parameters', ({ AwsIntegration }) => new AwsIntegration({
    service: 'sns', action: 'Publish', actionParameters: { TopicArn: 'arn:aws:sns:us-east-1:1:t', Message: 'a b' }, options: { integrationResponses },
  })),
  pair('a state machine, as it is by default',
    ({ StepFunctionsIntegration }, stack) => StepFunctionsIntegration.startExecution(machine(stack)), {}),
  pair('a state machine with everything', ({ StepFunctionsIntegration }, stack) => StepFunctionsIntegration.startExecution(machine(stack), {
    credentialsRole: role(stack), headers: true, path: false, querystring: false, authorizer: true,
    requestContext: { caller: true, stage: true },
    useDefaultMethodResponses: false, integrationResponses,
  })),
  pair('an endpoint of SageMaker', ({ SagemakerIntegration }, stack) => new SagemakerIntegration(new Endpoint(stack, 'Endpoint')), {}),
];
