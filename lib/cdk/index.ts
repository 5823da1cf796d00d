/**
 * Entry point `synthgate/aws`: `Api`, `ProxyFunction` and what belongs to them, and everything that `aws-cdk-lib/aws-apigateway`
 * exports, unchanged. An app that declares its API with the classes of the CDK changes the module it imports from; the gateway reads
 * such an API from the cloud assembly.
 */
export * from '../aws';
export * from 'aws-cdk-lib/aws-apigateway';
// Both have it, with the same values; that of the CDK is accepted by the props of both.
export { Cors } from 'aws-cdk-lib/aws-apigateway';
