/**
 * Entry point `synthgate/aws`: `Api`, `ProxyFunction` and what belongs to them, and everything that `aws-cdk-lib/aws-apigateway`
 * exports, unchanged. An app that declares its API with the classes of the CDK changes the module it imports from; the gateway reads
 * such an API from the cloud assembly.
 */
export * from '../aws';
export * from 'aws-cdk-lib/aws-apigateway';
// Both have it, with the same values; that of the CDK is accepted by the props of both.
export { Cors } from 'aws-cdk-lib/aws-apigateway';
// Those of the CDK, which methods of `Api` accept as well.
export { AwsIntegration, SagemakerIntegration, StepFunctionsIntegration } from './service-integrations';
// Those of the CDK, unless they are given an Api, of whose definition they become a part.
export { BasePathMapping, Deployment, DomainName, GatewayResponse, Method, ProxyResource, Resource, Stage, UsagePlan } from './own-classes';
// That of this library, with the types of both. Declarations of apps name the types of members.
export { Api, type ApiMembers, type ApiProps, type MethodMembers, type ResourceMembers, type UsagePlanMembers } from './api';
