import type { aws_apigatewayv2 as v2, aws_lambda as lambda, CfnResource } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { issue, issueText, loss, type Issue } from '../../errors';
import { isLocalUrl, type GatewaySpec } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { lossesOf } from '../losses/losses';
import { refusalsOf } from '../losses/refusals';
import { lossTexts, reportLosses, warnAboutForeign } from '../losses/report';
import { accessLogGroup } from '../render/account-logging';
import { targetOf } from '../render/functions-of-stack';
import { propertiesText } from '../render/properties-text';
import { changeOf } from '../render/resource-changes';
import type { RouteApi, RouteApiContext } from '../render/route-api/route-api-context';
import { withReferences } from '../render/tokens';
import { writeWithCloudAssembly } from './cloud-assembly';
import { standInFor } from './existing-function';
import type { HttpApiTargetOptions } from './http-api-options';

type Collected = ReturnType<RouteApi['_collect']>;

/** An API with the parts of its renderer that its kind has. */
export interface RenderedApi<Api extends RouteApi> {
  readonly api: Api;
  readonly cfnApi: v2.CfnApi;
  readonly options: RouteApiOptions;
  /** Renders what is below the API. */
  readonly render: (context: RouteApiContext<Api>) => CfnResource[];
  /** The settings of the API itself that the definition has. */
  readonly propertiesOf: (context: RouteApiContext<Api>) => object;
}

type RouteApiOptions = Pick<HttpApiTargetOptions, 'strict' | 'accessLogRetention' | 'removalPolicy'>;

/** Renders an API with routes once, when CDK visits aspects: the definition is complete then, and references are not resolved yet. */
export class RouteApiRenderer<Api extends RouteApi> {
  private readonly api: Api;
  private readonly options: RouteApiOptions;
  private isRendered = false;

  public constructor(private readonly rendered: RenderedApi<Api>) {
    const { api, cfnApi, options } = rendered;
    this.api = api;
    this.options = options;
    api.node.defaultChild = cfnApi;
    api._registry.standInFor = (fn) => standInFor(fn as lambda.IFunction); // told by its members
    awsCdk().Aspects.of(api).add({ visit: (node) => { if (node === api) this.render(); } });
    writeWithCloudAssembly(api, cfnApi);
  }

  /** An invalid definition is reported when CDK validates it; until then there is nothing to render. */
  private render(): void {
    if (this.isRendered) return;
    this.isRendered = true;
    const collected = this.api._freeze();
    if (collected.spec === undefined) return;
    const located = (issues: readonly Issue[]): Issue[] =>
      issues.map((found) => ({ ...found, location: collected.locationOf(found.location) }));
    const refusals = located([...refusalsOf(collected.spec), ...issuerRefusals(collected.spec)]);
    if (refusals.length > 0) {
      this.api.node.addValidation({ validate: () => refusals.map(issueText) });
      return;
    }
    reportLosses(this.api, located(lossesOf(collected.spec)), this.options.strict);
    this.reportChanges(this.renderDefinition(collected.spec, collected));
    warnAboutForeign(this.api, collected.functions);
  }

  private renderDefinition(spec: GatewaySpec, { input, tokens, functions, givenName }: Collected): CfnResource[] {
    const declared = new Map(functions.map((fn) => [fn._specName, fn]));
    const context = {
      api: this.api,
      apiId: this.rendered.cfnApi.ref,
      spec: withReferences(spec, tokens),
      declared: withReferences(input, tokens),
      functionOf: (name: string) => {
        const fn = declared.get(name);
        return fn && targetOf(fn, this.api);
      },
      givenName,
      accessLogGroupArn: (stage: Construct) => accessLogGroup(stage, this.options).logGroupArn,
    };
    const { cfnApi, propertiesOf, render } = this.rendered;
    // what others have set on it is kept
    for (const [name, value] of Object.entries(propertiesOf(context))) {
      if (Reflect.get(cfnApi, name) === undefined) Reflect.set(cfnApi, name, value);
    }
    return [cfnApi, ...render(context)];
  }

  /** The effects of Aspects and overrides are known when the app is validated; the local gateway follows the definition alone. */
  private reportChanges(rendered: readonly CfnResource[]): void {
    const texts = rendered.map((resource) => [resource, propertiesText(resource)] as const);
    const { path: api } = this.api.node;
    this.api.node.addValidation({
      validate: () => lossTexts(this.api, texts.flatMap(([resource, text]) => {
        const { path, properties = [] } = changeOf(resource, text);
        return properties.length === 0 ? [] : [loss('AWS_CHANGED_OUTSIDE_DEFINITION', path, { api, changes: `: ${properties.join(', ')}` })];
      }), this.options.strict),
    });
  }
}

/** API Gateway asks the issuer for its keys, and does not reach this machine. */
function issuerRefusals({ api, authorizers }: GatewaySpec): Issue[] {
  return Object.entries(authorizers).flatMap(([name, authorizer]) => {
    const issuer = 'issuer' in authorizer ? authorizer.issuer : undefined;
    return issuer !== undefined && isLocalUrl(issuer) ? [issue('AWS_ISSUER_LOCAL', `${api.name}/authorizer ${name}`, { issuer })] : [];
  });
}
