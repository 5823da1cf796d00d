import type { aws_apigateway as apigateway } from 'aws-cdk-lib';

/** An authorizer without the properties that all kinds have. */
export type AuthorizerProperties = Omit<apigateway.CfnAuthorizerProps, 'restApiId' | 'name'>;
