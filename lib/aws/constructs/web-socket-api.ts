import type { aws_apigatewayv2 as v2, aws_iam as iam } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { WebSocketApi as DeclaredWebSocketApi, type WebSocketApiProps as DeclaredWebSocketApiProps, type WebSocketStage } from '../../constructs';
import { acceptProps, checkProps, pickMembers, type StructName } from '../../props';
import { awsCdk } from '../aws-cdk';
import { inStack } from '../render/functions-of-stack';
import { renderWebSocketApi, webSocketApiProperties } from '../render/web-socket-api/api';
import { asCdkStage } from './cdk-stage';
import { RouteApiRenderer } from './route-api-renderer';
import type { WebSocketApiTargetOptions } from './web-socket-api-options';

/** Settings of a WebSocket API that AWS runs. */
export interface WebSocketApiProps extends DeclaredWebSocketApiProps, WebSocketApiTargetOptions {}

/**
 * A WebSocket API in a CDK stack, used instead of WebSocketApi of aws-cdk-lib: the template is the same, and `synthgate serve cdk.out`
 * serves it locally. It takes the routes of `synthgate`, and functions of aws-cdk-lib. What takes an API of aws-cdk-lib takes its `cdkApi`.
 * @example
 * const api = new WebSocketApi(this, 'Chat');
 * const say = new ProxyFunction(this, 'SayFunction', { entry: 'src/say.ts' });
 * api.addRoute('say', { integration: new WebSocketLambdaIntegration('Say', say) });
 * api.grantManageConnections(say);
 */
export class WebSocketApi extends DeclaredWebSocketApi {
  /** @internal */
  public static override readonly _props: StructName = 'aws.WebSocketApiProps';

  /** The API's resource in the template, for what no property can express. */
  public readonly cfnApi: v2.CfnApi;

  private known?: v2.IWebSocketApi;

  /** Declares an API. */
  public constructor(scope: Construct, id: string, props: WebSocketApiProps = {}) {
    const checked = checkProps(new.target, props);
    super(scope, id, checked.value);
    props = acceptProps(this, new.target, checked);
    inStack(this);
    const options: WebSocketApiTargetOptions = pickMembers('aws.WebSocketApiTargetOptions', props);
    const { ipAddressType, disableSchemaValidation } = options;
    this.cfnApi = new (awsCdk().aws_apigatewayv2.CfnApi)(this, 'Resource', {
      name: this.apiName, protocolType: 'WEBSOCKET', ipAddressType, disableSchemaValidation,
    });
    new RouteApiRenderer({ api: this, cfnApi: this.cfnApi, options, render: renderWebSocketApi, propertiesOf: webSocketApiProperties });
  }

  /** Id of the API on AWS. */
  public override get webSocketApiId(): string {
    return this.cfnApi.ref;
  }

  /** The API as constructs of aws-cdk-lib accept it: for domain names, metrics and permissions. */
  public get cdkApi(): v2.IWebSocketApi {
    const { WebSocketApi: CdkWebSocketApi } = awsCdk().aws_apigatewayv2;
    const { webSocketApiId: webSocketId, apiEndpoint } = this;
    this.known ??= CdkWebSocketApi.fromWebSocketApiAttributes(this, 'WebSocketApi', { webSocketId, apiEndpoint });
    return this.known;
  }

  /**
   * A stage as constructs of aws-cdk-lib accept it: for domain mappings and metrics.
   * @example new ApiMapping(this, 'Mapping', { api: api.cdkApi, domainName, stage: api.cdkStage(stage) })
   */
  public cdkStage(stage: WebSocketStage): v2.IWebSocketStage {
    const { WebSocketStage: CdkWebSocketStage } = awsCdk().aws_apigatewayv2;
    const attributes = { api: this.cdkApi, stageName: stage.stageName };
    return asCdkStage(stage, () => CdkWebSocketStage.fromWebSocketStageAttributes(stage, 'CdkStage', attributes));
  }

  /** The address of the API on AWS, without a stage: `wss://…`. */
  public get apiEndpoint(): string {
    return this.cfnApi.attrApiEndpoint;
  }

  /** URL of a stage on AWS, which clients connect to: `wss://…`. */
  public urlForStage(stage: WebSocketStage): string {
    return this.addressOf('wss', stage);
  }

  /** URL of a stage on AWS by which functions manage connections: `https://…`. */
  public callbackUrlForStage(stage: WebSocketStage): string {
    return this.addressOf('https', stage);
  }

  /** Permits somebody, such as a function, to send to the connections of the API, to look at and to end them. */
  public grantManageConnections(identity: iam.IGrantable): iam.Grant {
    const arn = awsCdk().Stack.of(this).formatArn({ service: 'execute-api', resource: this.webSocketApiId });
    return awsCdk().aws_iam.Grant.addToPrincipal({
      grantee: identity, actions: ['execute-api:ManageConnections'], resourceArns: [`${arn}/*/*/@connections/*`],
    });
  }

  /** The ARN to permit connecting with: of a route or all, of a stage or all. */
  public arnForExecuteApiV2(route?: string, stage?: string): string {
    const { ArnFormat, Stack } = awsCdk();
    const resourceName = `${stage ?? '*'}/${route ?? '*'}`;
    return Stack.of(this).formatArn({ service: 'execute-api', resource: this.webSocketApiId, arnFormat: ArnFormat.SLASH_RESOURCE_NAME, resourceName });
  }

  private addressOf(scheme: string, { stageName }: WebSocketStage): string {
    const { region, urlSuffix } = awsCdk().Stack.of(this);
    return `${scheme}://${this.webSocketApiId}.execute-api.${region}.${urlSuffix}/${stageName}`;
  }
}
