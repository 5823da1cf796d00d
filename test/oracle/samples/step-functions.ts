import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as sfn from 'aws-cdk-lib/aws-stepfunctions';
import type { Construct } from 'constructs';

/** Express state machines: as a whole API, as an integration, and started by an action. */
export class StepFunctionsRestApiStack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const definitionBody = (name: string) => sfn.DefinitionBody.fromChainable(new sfn.Pass(this, name).next(new sfn.Succeed(this, `${name}Done`)));
    const stateMachine = new sfn.StateMachine(this, 'StateMachine', { definitionBody: definitionBody('Hello'), stateMachineType: sfn.StateMachineType.EXPRESS, stateMachineName: 'Orders' });
    new apigateway.StepFunctionsRestApi(this, 'StepFunctionsRestApi', { stateMachine, deploy: true });

    const api = new apigateway.RestApi(this, 'Orders', { deployOptions: { stageName: 'v1' } });
    api.root.addResource('checkout').addMethod('POST', apigateway.StepFunctionsIntegration.startExecution(stateMachine));

    const standard = new sfn.StateMachine(this, 'Standard', { definitionBody: definitionBody('Wait'), stateMachineName: 'Waiting' });
    const credentialsRole = new iam.Role(this, 'getRole', { assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com') });
    standard.grantStartExecution(credentialsRole);
    const orders = api.root.addResource('orders');
    orders.addMethod('POST', new apigateway.AwsIntegration({
      service: 'states',
      action: 'StartExecution',
      integrationHttpMethod: 'POST',
      options: {
        credentialsRole,
        integrationResponses: [
          { statusCode: '200', responseTemplates: { 'application/json': '{"done": true, "execution": "$util.escapeJavaScript($input.path(\'$.executionArn\'))"}' } },
          { statusCode: '400', selectionPattern: '4\\d{2}', responseTemplates: { 'application/json': '{"done": false}' } },
        ],
        requestTemplates: {
          'application/json': `{"input": "$util.escapeJavaScript($input.json('$'))", "stateMachineArn": "${standard.stateMachineArn}"}`,
        },
      },
    }), { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] });
  }
}

export const app = new cdk.App();
new StepFunctionsRestApiStack(app, 'StepFunctionsRestApiStack');
