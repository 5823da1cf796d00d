import type { CfnResource, Stack, Stage } from 'aws-cdk-lib';
import type { IConstruct } from 'constructs';
import { ApiBase } from '../constructs';
import { GatewayError } from '../errors';

/** The CDK's REST, HTTP and WebSocket APIs below a construct, except the rendered forms of synthgate's own. */
export function cdkApisOf(root: IConstruct): CfnResource[] {
  const isOurs = ({ node }: IConstruct): boolean => ApiBase.isApiBase(node.scope);
  return root.node.findAll().filter((construct): construct is CfnResource => isCdkApi(construct) && !isOurs(construct));
}

function isCdkApi(construct: IConstruct): boolean {
  if (!('cfnResourceType' in construct)) return false;
  const { cfnResourceType: type } = construct;
  return type === 'AWS::ApiGateway::RestApi' || type === 'AWS::ApiGatewayV2::Api';
}

/** The directory of the cloud assembly that a construct is part of. @throws AWS_STACK_MISSING */
export function cloudAssemblyOf(construct: IConstruct): string {
  const stage = construct.node.scopes.filter(isStage).at(-1);
  if (stage === undefined) throw new GatewayError('AWS_STACK_MISSING', {}, { location: construct.node.path });
  return stage.synth().directory;
}

/** Whether a construct is part of a CDK app; our own app has no templates. */
export function hasCloudAssembly(construct: IConstruct): boolean {
  return construct.node.scopes.filter(isStage).some((stage) => 'assetOutdir' in stage);
}

/** An API as imports name it: `<template file>/<logical id>`. */
export function keyOf({ stack, logicalId }: CfnResource): string {
  const { templateFile }: Stack = stack;
  return `${templateFile}/${String(stack.resolve(logicalId))}`;
}

/** Recognized by their members, because another copy of the package has different classes. */
function isStage(construct: IConstruct): construct is Stage {
  return 'synth' in construct && 'outdir' in construct;
}
