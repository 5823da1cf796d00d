import { describeAuthorizer, describeIntegration, methodsOf, type GatewaySpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { namesMeant } from './invocation-uri';
import type { RenderContext } from './render-context';

/**
 * Permits the API, and nobody else, to invoke its functions: one permission for each function, or one for each method. They are
 * in the API's stack and refer to functions by ARN, so a function's stack never depends on the API's.
 */
export function renderPermissions(context: RenderContext, authorizerIds: ReadonlyMap<string, string>): void {
  const { spec, permissions } = context;
  if (permissions === 'api') functionsOfMethods(spec).forEach((name) => permit(context, { name, id: name, source: '*/*/*' }));
  else permitMethods(context);
  for (const [authorizer, authorizerSpec] of Object.entries(spec.authorizers)) {
    for (const name of namesOf(describeAuthorizer(authorizerSpec), spec)) {
      permit(context, { name, id: `${authorizer}.${name}`, source: `authorizers/${authorizerIds.get(authorizer) ?? '*'}` });
    }
  }
}

/** On every stage, and on that of the console's test invocation. */
function permitMethods(context: RenderContext): void {
  for (const { path, httpMethod, method: { integration } } of methodsOf(context.spec)) {
    const verb = httpMethod === 'ANY' ? '*' : httpMethod;
    for (const name of namesOf(describeIntegration(integration), context.spec)) {
      permit(context, { name, id: `${httpMethod}.${path.replaceAll('/', '.')}.${name}`, source: `*/${verb}${path.replaceAll(/\{[^}]*\}/g, '*')}` });
    }
  }
}

function functionsOfMethods(spec: GatewaySpec): string[] {
  return [...new Set(methodsOf(spec).flatMap(({ method }) => namesOf(describeIntegration(method.integration), spec)))].sort();
}

/** The functions that an integration or authorizer calls. */
function namesOf({ functions }: { readonly functions: readonly string[] }, spec: GatewaySpec): string[] {
  return functions.flatMap((reference) => namesMeant(reference, spec));
}

interface Permission {
  /** Of the function. */
  readonly name: string;
  readonly id: string;
  /** What may invoke it, below the API. */
  readonly source: string;
}

function permit({ api, restApiId, functionOf }: RenderContext, { name, id, source }: Permission): void {
  const target = functionOf(name);
  if (target === undefined || target.isForeign === true) return; // only its owner can permit calls
  const { aws_lambda: lambda, ArnFormat, Stack } = awsCdk();
  new lambda.CfnPermission(api, `Permission.${id}`, {
    action: 'lambda:InvokeFunction',
    principal: 'apigateway.amazonaws.com',
    functionName: target.functionArn,
    sourceArn: Stack.of(api).formatArn({
      service: 'execute-api', resource: restApiId, resourceName: source, arnFormat: ArnFormat.SLASH_RESOURCE_NAME,
    }),
  });
}
