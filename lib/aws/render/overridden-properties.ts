import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { awsCdk } from '../aws-cdk';
import { propertiesText } from './properties-text';

/** What makes a response a stream, and how long it may take: the definition follows overrides of these. */
export type OverriddenProperties = Pick<apigateway.CfnMethod.IntegrationProperty, 'responseTransferMode' | 'timeoutInMillis'>;

/** What was set on the L1 of a method before its API is rendered. */
export function overriddenProperties({ node }: IConstruct): OverriddenProperties {
  const resource = node.tryFindChild('Resource');
  if (!awsCdk().CfnResource.isCfnResource(resource)) return {};
  const properties = JSON.parse(propertiesText(resource)) as { readonly Integration?: Readonly<Record<string, unknown>> }; // of a method
  const { ResponseTransferMode: mode, TimeoutInMillis: timeout } = properties.Integration ?? {};
  return {
    ...(mode === 'STREAM' || mode === 'BUFFERED' ? { responseTransferMode: mode } : {}),
    ...(typeof timeout === 'number' ? { timeoutInMillis: timeout } : {}),
  };
}
