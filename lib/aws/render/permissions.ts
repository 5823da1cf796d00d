import type { CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { describeAuthorizer, describeIntegration, methodsOf, type GatewaySpec, type LocatedMethod } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { PermissionScope } from '../constructs/api-options';
import { namesMeant } from './invocation-uri';
import { keepPath } from './metadata-paths';
import type { RenderContext } from './render-context';
import { sharedText } from './shared-text';

/**
 * Permits the API, and nobody else, to invoke its functions: one permission for each function, or RestApi's for each method, with their
 * ids. They are in the API's stack and refer to functions by ARN, so a function's stack never depends on the API's.
 */
export function renderPermissions(context: RenderContext, authorizers: ReadonlyMap<string, CfnResource>): void {
  if (context.permissions === PermissionScope.API) permitFunctions(context);
  else methodsOf(context.spec).forEach((located) => permitMethod(context, located));
  for (const [authorizer, authorizerSpec] of Object.entries(context.spec.authorizers)) {
    for (const name of namesOf(describeAuthorizer(authorizerSpec), context.spec)) {
      permitAuthorizer(context, { name, authorizer, rendered: authorizers.get(authorizer) });
    }
  }
}

/** How many permissions an API gets if each method has its own. */
export function countMethodPermissions(spec: GatewaySpec): number {
  const calls = methodsOf(spec).flatMap(({ method }) => namesOf(describeIntegration(method.integration), spec));
  return calls.length * (Object.keys(spec.stages).length + 1);
}

function permitFunctions(context: RenderContext): void {
  const { spec } = context;
  const names = new Set(methodsOf(spec).flatMap(({ method }) => namesOf(describeIntegration(method.integration), spec)));
  for (const name of [...names].sort()) permitFunction(context, name);
}

/** On all methods of all stages; once for each function. */
function permitFunction(context: RenderContext, name: string): void {
  const { api, functionOf } = context;
  const { Names } = awsCdk();
  const { lambdaFunction } = functionOf(name) ?? {};
  const ofFunction = lambdaFunction === undefined ? name : Names.nodeUniqueId(lambdaFunction.node);
  const id = `ApiPermission.ApiScoped.${ofFunction}.${namesOfApi(context).uniqueId}`;
  if (api.node.tryFindChild(id) === undefined) permit(context, { name, scope: api, id, source: '*/*/*' });
}

/** On the deployment stage, on that of the console's test invocation, and on the API's other stages. */
function permitMethod(context: RenderContext, { path, httpMethod, method }: LocatedMethod): void {
  const { spec, scopeOf, stageRef, deploymentStage } = context;
  const { uniqueId } = namesOfApi(context);
  const source = `${httpMethod === 'ANY' ? '*' : httpMethod}${path.replaceAll(/\{[^}]*\}/g, '*')}`;
  const scope = scopeOf(['resources', path, 'methods', httpMethod]);
  const names = namesOf(describeIntegration(method.integration), spec);
  const otherStages = deploymentStage === undefined ? [] : Object.keys(spec.stages).filter((stageName) => stageName !== deploymentStage);
  names.forEach((name, index) => {
    const also = index === 0 ? '' : `.${name}`; // a reference by stage variables may mean several
    const id = `${uniqueId}.${httpMethod}.${path.replaceAll('/', '.')}${also}`;
    const stage = deploymentStage === undefined ? '*' : stageRef(deploymentStage);
    permit(context, { name, scope, id: `ApiPermission.${id}`, source: `${stage}/${source}` });
    permit(context, { name, scope, id: `ApiPermission.Test.${id}`, source: `test-invoke-stage/${source}` });
    for (const otherStage of otherStages) permit(context, { name, scope, id: `ApiPermission.${otherStage}.${id}`, source: `${stageRef(otherStage)}/${source}` });
  });
}

interface AuthorizerCall {
  /** Name of the function. */
  readonly name: string;
  readonly authorizer: string;
  /** The authorizer's resource; undefined in a document. */
  readonly rendered: CfnResource | undefined;
}

/** Beside the function, as RestApi does it, where that makes no cycle between stacks. */
function permitAuthorizer(context: RenderContext, { name, authorizer, rendered }: AuthorizerCall): void {
  const { api, scopeOf, functionOf } = context;
  const { aws_iam: iam, Names, Stack } = awsCdk();
  const { lambdaFunction, isForeign } = functionOf(name) ?? {};
  const source = `authorizers/${rendered?.ref ?? '*'}`;
  if (lambdaFunction !== undefined && isForeign !== true && Stack.of(lambdaFunction) === Stack.of(api)) {
    const id = `${Names.uniqueId(rendered?.node.scope ?? scopeOf(['authorizers', authorizer]))}:Permissions`;
    lambdaFunction.addPermission(id, { principal: new iam.ServicePrincipal('apigateway.amazonaws.com'), sourceArn: executeApiArn(context, source) });
    const permission = lambdaFunction.node.tryFindChild(id)?.node.defaultChild ?? lambdaFunction.node.tryFindChild(id);
    if (permission !== undefined) keepPath(permission);
    return;
  }
  permit(context, { name, scope: api, id: `Permission.${authorizer}.${name}`, source });
}

/** The functions that an integration or authorizer calls. */
function namesOf({ functions }: { readonly functions: readonly string[] }, spec: GatewaySpec): string[] {
  return functions.flatMap((reference) => namesMeant(reference, spec));
}

interface Permission {
  /** Name of the function. */
  readonly name: string;
  readonly scope: Construct;
  readonly id: string;
  /** The caller that may invoke the function, as the part of its ARN after the API's. */
  readonly source: string;
}

function permit(context: RenderContext, { name, scope, id, source }: Permission): void {
  const target = context.functionOf(name);
  if (target === undefined || target.isForeign === true) return; // only its owner can permit calls
  new (awsCdk().aws_lambda.CfnPermission)(scope, id, {
    action: 'lambda:InvokeFunction',
    principal: 'apigateway.amazonaws.com',
    functionName: target.functionArn,
    sourceArn: executeApiArn(context, source),
  });
}

function executeApiArn(context: RenderContext, resourceName: string): string {
  return `${namesOfApi(context).arn}/${resourceName}`;
}

interface ApiNames {
  readonly arn: string;
  readonly uniqueId: string;
}

/** All permissions of an API begin with its names. */
const API_NAMES = new WeakMap<RenderContext, ApiNames>();

function namesOfApi(context: RenderContext): ApiNames {
  const { api, restApiId } = context;
  const { ArnFormat, Names, Stack } = awsCdk();
  const names = API_NAMES.get(context) ?? {
    arn: sharedText(Stack.of(api).formatArn({ service: 'execute-api', resource: restApiId, arnFormat: ArnFormat.NO_RESOURCE_NAME })),
    uniqueId: Names.nodeUniqueId(api.node),
  };
  API_NAMES.set(context, names);
  return names;
}
