import { RemovalPolicy, Size } from 'aws-cdk-lib';
import * as theirs from 'aws-cdk-lib/aws-apigateway';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import { GatewayVpcEndpoint, InterfaceVpcEndpoint, type IVpcEndpoint } from 'aws-cdk-lib/aws-ec2';
import { AnyPrincipal, Effect, PolicyDocument, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import type { Stack } from 'aws-cdk-lib';
import { ApiKeySourceType, EndpointType, ResponseType, Stage } from '../../../lib';
import { Api } from '../../../lib/aws';
import { newFunction } from '../../support/aws-stack';
import { deploymentOf, lambdaIntegration, petsApi, petsRestApi, type Definition } from './definition';

const policy = () =>
  new PolicyDocument({
    statements: [
      new PolicyStatement({
        effect: Effect.ALLOW,
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: ['execute-api:/*'],
      }),
      new PolicyStatement({
        effect: Effect.DENY,
        principals: [new AnyPrincipal()],
        actions: ['execute-api:Invoke'],
        resources: ['execute-api:/*'],
        conditions: { NotIpAddress: { 'aws:SourceIp': ['192.0.2.0/24'] } },
      }),
    ],
  });
const certificate = (stack: Stack) => Certificate.fromCertificateArn(stack, 'Cert', 'arn:aws:acm:us-east-1:123456789012:certificate/x');
const endpoint = (stack: Stack): IVpcEndpoint =>
  InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(stack, 'Endpoint', { vpcEndpointId: 'vpce-1', port: 443 });
const otherEndpoint = (stack: Stack): IVpcEndpoint => GatewayVpcEndpoint.fromGatewayVpcEndpointId(stack, 'Other', 'vpce-2');
const withMethod = (stack: Stack, api: Api) => {
  api.root.addMethod('GET', newFunction(stack));
};
const withTheirMethod = (stack: Stack, api: theirs.RestApi) => {
  api.root.addMethod('GET', lambdaIntegration(stack));
};

/** Settings of the API itself, its gateway responses and its names. */
export const API: readonly Definition[] = [
  {
    name: 'name, description, key source, binary types, compression, default endpoint off',
    ours: (stack) => {
      withMethod(
        stack,
        petsApi(stack, {
          apiName: 'All pets',
          description: 'Every pet',
          apiKeySourceType: ApiKeySourceType.AUTHORIZER,
          binaryMediaTypes: ['image/png', 'application/*'],
          minCompressionSize: Size.kibibytes(1),
          disableExecuteApiEndpoint: true,
        }),
      );
    },
    theirs: (stack) => {
      withTheirMethod(
        stack,
        petsRestApi(stack, {
          restApiName: 'All pets',
          description: 'Every pet',
          apiKeySourceType: theirs.ApiKeySourceType.AUTHORIZER,
          binaryMediaTypes: ['image/png', 'application/*'],
          minCompressionSize: Size.kibibytes(1),
          disableExecuteApiEndpoint: true,
        }),
      );
    },
  },
  {
    name: 'compression in bytes, a key in the header',
    ours: (stack) => {
      withMethod(stack, petsApi(stack, { minCompressionSize: Size.bytes(0), apiKeySourceType: ApiKeySourceType.HEADER }));
    },
    theirs: (stack) => {
      withTheirMethod(stack, petsRestApi(stack, { minimumCompressionSize: 0, apiKeySourceType: theirs.ApiKeySourceType.HEADER }));
    },
  },
  {
    name: 'a regional endpoint',
    ours: (stack) => {
      withMethod(stack, petsApi(stack, { endpointType: EndpointType.REGIONAL }));
    },
    theirs: (stack) => {
      withTheirMethod(stack, petsRestApi(stack, { endpointTypes: [theirs.EndpointType.REGIONAL] }));
    },
  },
  {
    name: 'an edge endpoint',
    ours: (stack) => {
      withMethod(stack, petsApi(stack, { endpointType: EndpointType.EDGE }));
    },
    theirs: (stack) => {
      withTheirMethod(stack, petsRestApi(stack, { endpointTypes: [theirs.EndpointType.EDGE] }));
    },
  },
  {
    name: 'a private endpoint with endpoints of a network and a resource policy',
    ours: (stack) => {
      withMethod(
        stack,
        petsApi(stack, { endpointType: EndpointType.PRIVATE, vpcEndpoints: [endpoint(stack), otherEndpoint(stack)], policy: policy() }),
      );
    },
    theirs: (stack) => {
      withTheirMethod(
        stack,
        petsRestApi(stack, {
          endpointConfiguration: { types: [theirs.EndpointType.PRIVATE], vpcEndpoints: [endpoint(stack), otherEndpoint(stack)] },
          policy: policy(),
        }),
      );
    },
  },
  {
    name: 'a role for the logs of the account',
    ours: (stack) => {
      withMethod(stack, petsApi(stack, { cloudWatchRole: true }));
    },
    theirs: (stack) => {
      withTheirMethod(stack, petsRestApi(stack, { cloudWatchRole: true, cloudWatchRoleRemovalPolicy: RemovalPolicy.RETAIN }));
    },
  },
  {
    name: 'gateway responses',
    ours: (stack) => {
      const api = petsApi(stack);
      api.addGatewayResponse('Denied', {
        type: ResponseType.ACCESS_DENIED,
        statusCode: '404',
        responseHeaders: { 'X-Why': "'no'" },
        templates: { 'application/json': '{"why": $context.error.messageString}' },
      });
      api.addGatewayResponse('Other', { type: ResponseType.DEFAULT_5XX });
      withMethod(stack, api);
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      api.addGatewayResponse('Denied', {
        type: theirs.ResponseType.ACCESS_DENIED,
        statusCode: '404',
        responseHeaders: { 'X-Why': "'no'" },
        templates: { 'application/json': '{"why": $context.error.messageString}' },
      });
      new theirs.GatewayResponse(api, 'Other', { restApi: api, type: theirs.ResponseType.DEFAULT_5XX });
      withTheirMethod(stack, api);
    },
  },
  {
    name: 'a domain name',
    ours: (stack) => {
      withMethod(stack, petsApi(stack, { domainName: { domainName: 'pets.example.com', certificate: certificate(stack) } }));
    },
    theirs: (stack) => {
      withTheirMethod(stack, petsRestApi(stack, { domainName: { domainName: 'pets.example.com', certificate: certificate(stack) } }));
    },
  },
  {
    name: "a domain name with a base path, clients' certificates and a policy of TLS",
    ours: (stack) => {
      const api = petsApi(stack, { disableExecuteApiEndpoint: true });
      const mtls = { bucket: Bucket.fromBucketName(stack, 'Trust', 'trust'), key: 'trust.pem', version: '1' };
      api.addDomainName('Domain', {
        domainName: 'pets.example.com',
        certificate: certificate(stack),
        basePath: 'v1',
        endpointType: theirs.EndpointType.REGIONAL,
        securityPolicy: theirs.SecurityPolicy.TLS_1_2,
        mtls,
      });
      withMethod(stack, api);
    },
    theirs: (stack) => {
      const api = petsRestApi(stack, { disableExecuteApiEndpoint: true });
      api.addDomainName('Domain', {
        domainName: 'pets.example.com',
        certificate: certificate(stack),
        basePath: 'v1',
        endpointType: theirs.EndpointType.REGIONAL,
        securityPolicy: theirs.SecurityPolicy.TLS_1_2,
        mtls: { bucket: Bucket.fromBucketName(stack, 'Trust', 'trust'), key: 'trust.pem', version: '1' },
      });
      withTheirMethod(stack, api);
    },
  },
  {
    name: 'a domain name that is declared apart and mapped to a stage',
    ours: (stack) => {
      const api = petsApi(stack);
      const domain = new theirs.DomainName(stack, 'Domain', { domainName: 'pets.example.com', certificate: certificate(stack) });
      new theirs.BasePathMapping(stack, 'Mapping', { domainName: domain, restApi: api.restApi, basePath: 'pets', attachToStage: false });
      withMethod(stack, api);
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      const domain = new theirs.DomainName(stack, 'Domain', { domainName: 'pets.example.com', certificate: certificate(stack) });
      domain.addBasePathMapping(api, { basePath: 'pets', attachToStage: false });
      withTheirMethod(stack, api);
    },
  },
  {
    name: 'a domain name that a stage is mapped to',
    ours: (stack) => {
      const api = petsApi(stack);
      withMethod(stack, api);
      api.addDomainName(
        'Domain',
        { domainName: 'pets.example.com', certificate: certificate(stack), basePath: 'beta' },
        new Stage(stack, 'Beta', { deployment: deploymentOf(api), stageName: 'beta' }),
      );
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      withTheirMethod(stack, api);
      const stage = new theirs.Stage(stack, 'Beta', { deployment: deploymentOf(api), stageName: 'beta' });
      const domain = new theirs.DomainName(api, 'Domain', { domainName: 'pets.example.com', certificate: certificate(stack) });
      domain.addBasePathMapping(api, { basePath: 'beta', stage });
    },
  },
  {
    name: 'a domain name that an API is mapped to at once',
    ours: (stack) => {
      const api = petsApi(stack);
      withMethod(stack, api);
      api.addDomainName('Domain', { domainName: 'pets.example.com', certificate: certificate(stack) });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      withTheirMethod(stack, api);
      new theirs.DomainName(api, 'Domain', { domainName: 'pets.example.com', certificate: certificate(stack), mapping: api });
    },
  },
  {
    name: 'a domain name with a base path of several parts',
    ours: (stack) => {
      const api = petsApi(stack);
      withMethod(stack, api);
      api.addDomainName('Domain', {
        domainName: 'pets.example.com',
        certificate: certificate(stack),
        endpointType: theirs.EndpointType.REGIONAL,
        securityPolicy: theirs.SecurityPolicy.TLS_1_2,
        basePath: 'pets/v1',
      });
    },
    theirs: (stack) => {
      const api = petsRestApi(stack);
      withTheirMethod(stack, api);
      const domain = new theirs.DomainName(api, 'Domain', {
        domainName: 'pets.example.com',
        certificate: certificate(stack),
        endpointType: theirs.EndpointType.REGIONAL,
        securityPolicy: theirs.SecurityPolicy.TLS_1_2,
      });
      domain.addApiMapping(api.deploymentStage, { basePath: 'pets/v1' });
    },
  },
  {
    name: 'an API that exists',
    ours: (stack) => {
      const api = Api.fromApiAttributes(stack, 'Pets', { restApiId: 'abc', rootResourceId: 'root', deployOptions: { stageName: 'mine' } });
      api.root.addResource('pets').addMethod('GET', newFunction(stack));
    },
    theirs: (stack) => {
      const api = theirs.RestApi.fromRestApiAttributes(stack, 'Pets', { restApiId: 'abc', rootResourceId: 'root' });
      api.root.addResource('pets').addMethod('GET', lambdaIntegration(stack));
      const deployment = new theirs.Deployment(stack, 'Deployment', { api });
      new theirs.Stage(stack, 'Stage', { deployment, stageName: 'mine' });
    },
  },
];
