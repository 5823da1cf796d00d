import type { aws_ec2 as ec2, aws_iam as iam } from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';

/** A policy with one more statement; that of a PolicyDocument is added to it, as RestApi does. */
export function permitStatement(policy: unknown, statement: iam.PolicyStatement): iam.PolicyDocument {
  const { PolicyDocument } = awsCdk().aws_iam;
  const document = policy instanceof PolicyDocument ? policy : PolicyDocument.fromJson(policy ?? { Statement: [] });
  document.addStatements(statement);
  return document;
}

/** Returns the statements with which RestApi permits calls through VPC endpoints only; endpoints may be added later. */
export function vpcEndpointStatements(endpoints: readonly ec2.IVpcEndpoint[]): iam.PolicyStatement[] {
  const { aws_iam: { AnyPrincipal, Effect, PolicyStatement }, Lazy } = awsCdk();
  const everyCall = { principals: [new AnyPrincipal()], actions: ['execute-api:Invoke'], resources: ['execute-api:/*'] };
  const ids = Lazy.list({ produce: () => endpoints.map(({ vpcEndpointId }) => vpcEndpointId) });
  return [
    new PolicyStatement({ ...everyCall, effect: Effect.DENY, conditions: { StringNotEquals: { 'aws:SourceVpce': ids } } }),
    new PolicyStatement({ ...everyCall, effect: Effect.ALLOW }),
  ];
}
