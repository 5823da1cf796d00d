import type { aws_apigateway as apigateway, CfnOutput, CfnResource, Stack as CdkStack } from 'aws-cdk-lib';
import { awsCdk } from '../aws-cdk';
import { isRenderedPlan } from '../render/usage-plans';

/** Constructs of aws-cdk-lib that change an API without being part of its definition. */
export function changesElsewhere(api: apigateway.CfnRestApi): CfnResource[] {
  return [...methodsElsewhere(api), ...plansElsewhere(api)];
}

/** Methods that are added to the API in other stacks, nested ones included: by a reference to it, or by a name that it is exported by. */
function methodsElsewhere(api: apigateway.CfnRestApi): CfnResource[] {
  const { aws_apigateway: { CfnMethod }, CfnOutput: Output } = awsCdk();
  const all = api.node.root.node.findAll();
  const outputs = all.filter((construct): construct is CfnOutput => construct instanceof Output && construct.exportName !== undefined);
  const methods = all.filter((resource): resource is apigateway.CfnMethod => resource instanceof CfnMethod && resource.stack !== api.stack);
  return methods.filter(({ restApiId, stack }) => {
    if (isReferenceTo(api, restApiId)) return true;
    const name = importedName(restApiId, stack);
    const exported = name === undefined ? [] : outputs.filter((output) => isImportedBy(stack, output, name));
    return exported.some(({ value }) => isReferenceTo(api, value));
  });
}

function isReferenceTo(api: apigateway.CfnRestApi, id: string): boolean {
  const { Reference, Tokenization } = awsCdk();
  const [token, ...more] = Tokenization.reverseString(id).tokens;
  return more.length === 0 && Reference.isReference(token) && token.target === api;
}

/** Returns the export name by which a stack imports a value, as JSON; undefined for values that are not imported. */
function importedName(value: string, stack: CdkStack): string | undefined {
  const { 'Fn::ImportValue': name } = Object(stack.resolve(value)) as { readonly 'Fn::ImportValue'?: unknown };
  return name === undefined ? undefined : JSON.stringify(name);
}

/** Export names are unique per account and region, so the stages of an app may share one. */
function isImportedBy(importing: CdkStack, { stack, exportName }: CfnOutput, name: string): boolean {
  const { Stage } = awsCdk();
  const isSameEnvironment = stack.account === importing.account && stack.region === importing.region;
  return isSameEnvironment && Stage.of(stack) === Stage.of(importing) && JSON.stringify(stack.resolve(exportName)) === name;
}

/** Usage plans that admit keys to the API: without a stage they did not say whose they are when they were made. */
function plansElsewhere(api: apigateway.CfnRestApi): CfnResource[] {
  const { CfnUsagePlan } = awsCdk().aws_apigateway;
  const { stack } = api;
  const id = JSON.stringify(stack.resolve(api.ref));
  return stack.node.findAll().filter((child): child is apigateway.CfnUsagePlan => child instanceof CfnUsagePlan && child.stack === stack)
    .filter((plan) => !isRenderedPlan(plan))
    .filter(({ apiStages }) => {
      const stages = stack.resolve(apiStages) as readonly { readonly apiId?: unknown }[] | undefined; // as CDK renders them
      return stages?.some(({ apiId }) => JSON.stringify(apiId) === id) === true;
    });
}
