import { Stack } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { Effect, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { PassthroughBehavior, ServiceIntegration } from '../../../lib';
import { petsApi, petsRestApi, type Definition } from './definition';

const METHOD = { methodResponses: [{ statusCode: '200' }, { statusCode: '400' }] };
const RESPONSES = {
  integrationResponses: [
    { statusCode: '200' },
    { statusCode: '400', selectionPattern: '4\\d{2}', responseTemplates: { 'application/json': '{}' } },
  ],
};
const PUT: theirs.AwsIntegrationProps = { service: 'dynamodb', action: 'PutItem' };
const TABLE = { requestTemplates: { 'application/json': '{"TableName": "Pets"}' } };
const FORM = { requestParameters: { 'integration.request.header.Content-Type': "'application/x-www-form-urlencoded'" } };
const PICTURE: theirs.AwsIntegrationProps = { service: 's3', subdomain: 'pictures', region: 'eu-west-1', path: 'cat.png' };
const PUBLISH: theirs.AwsIntegrationProps = { service: 'sns', action: 'Publish', actionParameters: { TopicArn: 'arn:aws:sns:us-east-1:1:t', Message: 'a b' } };

const role = (stack: Stack) => new Role(stack, 'Caller', { assumedBy: new ServicePrincipal('apigateway.amazonaws.com') });

function queueWithRole(stack: Stack) {
  const queue = new Queue(stack, 'Queue');
  const credentialsRole = role(stack);
  credentialsRole.addToPolicy(new PolicyStatement({ effect: Effect.ALLOW, actions: ['sqs:SendMessage'], resources: [queue.queueArn] }));
  return { credentialsRole, path: `${Stack.of(stack).account}/${queue.queueName}` };
}

function ofService(
  name: string, ours: (stack: Stack) => ServiceIntegration, theirsOf: (stack: Stack) => theirs.AwsIntegration,
): Definition {
  return {
    name,
    ours: (stack) => { petsApi(stack).root.addMethod('POST', ours(stack), METHOD); },
    theirs: (stack) => { petsRestApi(stack).root.addMethod('POST', theirsOf(stack), METHOD); },
  };
}

/** AWS services behind methods. */
export const SERVICES: readonly Definition[] = [
  ofService('an action of a service, with a role and templates',
    (stack) => new ServiceIntegration({
      ...PUT, ...TABLE, ...RESPONSES, credentials: role(stack).roleArn, passthroughBehavior: PassthroughBehavior.NEVER,
    }),
    (stack) => new theirs.AwsIntegration({
      ...PUT, options: { ...TABLE, ...RESPONSES, credentialsRole: role(stack), passthroughBehavior: theirs.PassthroughBehavior.NEVER },
    })),
  ofService('a path of a service with tokens in it',
    (stack) => {
      const { path, credentialsRole: { roleArn: credentials } } = queueWithRole(stack);
      return new ServiceIntegration({ service: 'sqs', path, credentials, ...FORM, ...RESPONSES });
    },
    (stack) => {
      const { path, credentialsRole } = queueWithRole(stack);
      return new theirs.AwsIntegration({ service: 'sqs', path, options: { credentialsRole, ...FORM, ...RESPONSES } });
    }),
  ofService('a bucket in another region, with the credentials of the caller',
    (stack) => new ServiceIntegration({ ...PICTURE, ...RESPONSES, httpMethod: 'GET', credentials: `arn:${stack.partition}:iam::*:user/*` }),
    () => new theirs.AwsIntegration({ ...PICTURE, integrationHttpMethod: 'GET', options: { credentialsPassthrough: true, ...RESPONSES } })),
  ofService('an action with parameters',
    () => new ServiceIntegration({ ...PUBLISH, ...RESPONSES }),
    () => new theirs.AwsIntegration({ ...PUBLISH, options: RESPONSES })),
];
