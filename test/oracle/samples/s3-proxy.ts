import * as cdk from 'aws-cdk-lib';
import * as apigateway from 'aws-cdk-lib/aws-apigateway';
import * as iam from 'aws-cdk-lib/aws-iam';
import * as s3 from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';

/** Files of a bucket by folder and key, binary ones included. */
export class ApigwS3Stack extends cdk.Stack {
  public constructor(scope: Construct, id: string, props?: cdk.StackProps) {
    super(scope, id, props);
    const bucket = new s3.Bucket(this, 'Bucket', { bucketName: 'files', removalPolicy: cdk.RemovalPolicy.DESTROY, blockPublicAccess: s3.BlockPublicAccess.BLOCK_ALL });
    const apiGatewayRole = new iam.Role(this, 'api-gateway-role', { assumedBy: new iam.ServicePrincipal('apigateway.amazonaws.com') });
    bucket.grantReadWrite(apiGatewayRole);
    const api = new apigateway.RestApi(this, 's3api', {
      restApiName: 'S3 proxy', binaryMediaTypes: ['application/octet-stream', 'image/jpeg'], endpointConfiguration: { types: [apigateway.EndpointType.REGIONAL] },
    });
    const folder = api.root.addResource('{folder}');
    const item = folder.addResource('{key}');
    const methodResponse = {
      statusCode: '200',
      responseParameters: { 'method.response.header.Content-Type': true, 'method.response.header.Content-Length': true, 'method.response.header.Timestamp': true },
    };
    const requestParameters = { 'method.request.path.folder': true, 'method.request.path.key': true, 'method.request.header.Content-Type': true, 'method.request.header.Accept': true };
    item.addMethod('GET', new apigateway.AwsIntegration({
      service: 's3',
      integrationHttpMethod: 'GET',
      path: `${bucket.bucketName}/{folder}/{key}`,
      options: {
        credentialsRole: apiGatewayRole,
        requestParameters: {
          'integration.request.path.folder': 'method.request.path.folder',
          'integration.request.path.key': 'method.request.path.key',
          'integration.request.header.Accept': 'method.request.header.Accept',
        },
        integrationResponses: [
          { statusCode: '200', responseParameters: { 'method.response.header.Content-Type': 'integration.response.header.Content-Type' } },
          { statusCode: '404', selectionPattern: '404' },
          { statusCode: '500', selectionPattern: '5\\d{2}' },
        ],
      },
    }), { requestParameters, methodResponses: [methodResponse, { statusCode: '404' }, { statusCode: '500' }] });
    item.addMethod('PUT', new apigateway.AwsIntegration({
      service: 's3',
      integrationHttpMethod: 'PUT',
      subdomain: bucket.bucketName,
      path: '{folder}/{object}',
      options: {
        credentialsRole: apiGatewayRole,
        passthroughBehavior: apigateway.PassthroughBehavior.WHEN_NO_MATCH,
        requestParameters: {
          'integration.request.path.folder': 'method.request.path.folder',
          'integration.request.path.object': 'method.request.path.key',
          'integration.request.header.Content-Type': 'method.request.header.Content-Type',
        },
        integrationResponses: [{ statusCode: '201' }],
      },
    }), { requestParameters, methodResponses: [{ statusCode: '201' }] });
  }
}

export const app = new cdk.App();
new ApigwS3Stack(app, 'ApigwS3Stack', { env: { account: '111122223333', region: 'eu-west-1' } });
