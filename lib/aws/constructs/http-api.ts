import type { aws_apigatewayv2 as v2 } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { HttpApi as DeclaredHttpApi, type HttpApiProps as DeclaredHttpApiProps, type HttpStage } from '../../constructs';
import { acceptProps, checkProps, pickMembers, type StructName } from '../../props';
import { stageSegment } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { inStack } from '../render/functions-of-stack';
import { httpApiProperties, renderHttpApi } from '../render/http-api/api';
import type { HttpApiTargetOptions } from './http-api-options';
import { asCdkStage } from './cdk-stage';
import { RouteApiRenderer } from './route-api-renderer';

/** Settings of an HTTP API that AWS runs. */
export interface HttpApiProps extends DeclaredHttpApiProps, HttpApiTargetOptions {}

/**
 * An HTTP API in a CDK stack, used instead of HttpApi of aws-cdk-lib: the template is the same, and `synthgate serve cdk.out` serves it
 * locally. It takes the routes of `synthgate`, and functions of aws-cdk-lib. What takes an API of aws-cdk-lib takes its `cdkApi`.
 * @example
 * const api = new HttpApi(this, 'Shop');
 * const pets = new ProxyFunction(this, 'PetsFunction', { entry: 'src/pets.ts' });
 * api.addRoutes({ path: '/pets', integration: new HttpLambdaIntegration('Pets', pets) });
 */
export class HttpApi extends DeclaredHttpApi {
  /** @internal */
  public static override readonly _props: StructName = 'aws.HttpApiProps';

  /** The API's resource in the template, for what no property can express. */
  public readonly cfnApi: v2.CfnApi;

  private isEndpointDisabled: boolean;
  private known?: v2.IHttpApi;

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: HttpApiProps = {}) {
    const checked = checkProps(new.target, props);
    super(scope, id, checked.value);
    props = acceptProps(this, new.target, checked);
    inStack(this);
    this.isEndpointDisabled = props.disableExecuteApiEndpoint === true;
    const options: HttpApiTargetOptions = pickMembers('aws.HttpApiTargetOptions', props);
    const { disableExecuteApiEndpoint, routeSelectionExpression, ipAddressType } = options;
    this.cfnApi = new (awsCdk().aws_apigatewayv2.CfnApi)(this, 'Resource', {
      name: this.apiName, protocolType: 'HTTP', disableExecuteApiEndpoint, ipAddressType,
      routeSelectionExpression: routeSelectionExpression === true ? '${request.method} ${request.path}' : undefined,
    });
    new RouteApiRenderer({ api: this, cfnApi: this.cfnApi, options, render: renderHttpApi, propertiesOf: httpApiProperties });
  }

  /** @internal */
  public override _disableEndpoint(): void {
    this.isEndpointDisabled = true;
    this.cfnApi.disableExecuteApiEndpoint = true;
  }

  /** Id of the API on AWS. */
  public override get httpApiId(): string {
    return this.cfnApi.ref;
  }

  /** The API as constructs of aws-cdk-lib accept it: for domain names, metrics and permissions. */
  public get cdkApi(): v2.IHttpApi {
    const { HttpApi: CdkHttpApi } = awsCdk().aws_apigatewayv2;
    const apiEndpoint = this.isEndpointDisabled ? undefined : this.apiEndpoint;
    this.known ??= CdkHttpApi.fromHttpApiAttributes(this, 'HttpApi', { httpApiId: this.httpApiId, apiEndpoint });
    return this.known;
  }

  /**
   * A stage as constructs of aws-cdk-lib accept it: for domain mappings and metrics.
   * @example new ApiMapping(this, 'Mapping', { api: api.cdkApi, domainName, stage: api.cdkStage(stage) })
   */
  public cdkStage(stage: HttpStage): v2.IHttpStage {
    const { HttpStage: CdkHttpStage } = awsCdk().aws_apigatewayv2;
    return asCdkStage(stage, () => CdkHttpStage.fromHttpStageAttributes(stage, 'CdkStage', { api: this.cdkApi, stageName: stage.stageName }));
  }

  /** The address of the API on AWS, without a stage. */
  public get apiEndpoint(): string {
    return this.cfnApi.attrApiEndpoint;
  }

  /** URL of the stage `$default` on AWS; undefined if `createDefaultStage` is false. */
  public get url(): string | undefined {
    return this.defaultStage && this.urlForStage(this.defaultStage);
  }

  /** URL of a stage on AWS. */
  public urlForStage(stage: HttpStage): string {
    const { region, urlSuffix } = awsCdk().Stack.of(this);
    return `https://${this.httpApiId}.execute-api.${region}.${urlSuffix}/${stageSegment(stage.stageName).slice(1)}`;
  }

  /** The ARN to permit calls with: of a method or all, of a path (with `*`) or all, of a stage or all. */
  public arnForExecuteApi(httpMethod?: string, path?: string, stage?: string): string {
    return this.cdkApi.arnForExecuteApi(httpMethod, path, stage);
  }
}
