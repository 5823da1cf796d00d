import type { aws_apigateway as apigateway, aws_lambda as lambda } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { Authorizer, AuthorizationType, type IApi, type IProxyFunction } from '../../constructs';
import type { GatewaySpecInput } from '../../spec';
import { awsCdk } from '../aws-cdk';
import { isLambdaFunction } from './deployed-function';
import { calledFunction } from './existing-function';

type AuthorizerInput = NonNullable<GatewaySpecInput['authorizers']>[string];

/** What a method is given as its authorizer: a construct of aws-cdk-lib, or the id of its resource. */
export interface GivenAuthorizer {
  /** Authorizers of aws-cdk-lib learn their API from the first method that has them. */
  _attachToApi?(api: { readonly restApiId: string }): void;
  readonly handler?: unknown;
}

interface Adoption {
  readonly resource: apigateway.CfnAuthorizer;
  readonly given: GivenAuthorizer;
}

/** An authorizer of aws-cdk-lib, which renders itself with its permission. */
export class AdoptedAuthorizer extends Authorizer {
  public readonly authorizationType: AuthorizationType;
  public override readonly _function?: IProxyFunction;

  private readonly resource: apigateway.CfnAuthorizer;
  private readonly given: GivenAuthorizer;

  public constructor(scope: Construct, id: string, { resource, given }: Adoption) {
    super(scope, id);
    this.resource = resource;
    this.given = given;
    this.authorizationType = resource.type === 'COGNITO_USER_POOLS' ? AuthorizationType.COGNITO : AuthorizationType.CUSTOM;
    this._function = calledFunction(given.handler ?? functionNamed(resource));
  }

  public override _declareIn(api: IApi): void {
    if ('restApiId' in api && typeof api.restApiId === 'string') this.given._attachToApi?.({ restApiId: api.restApiId });
  }

  public _toSpec(): AuthorizerInput {
    const { identitySource, identityValidationExpression, providerArns = [] } = this.resource;
    const { authorizerResultTtlInSeconds: resultsCacheTtlSeconds } = this.resource;
    const { _specName, functionName = '' } = this._function ?? {};
    const userPools = providerArns.map((arn) => ({ arn }));
    const called = { function: _specName ?? functionName, resultsCacheTtlSeconds };
    switch (this.resource.type) {
      case 'COGNITO_USER_POOLS': return { type: 'cognito-user-pools', userPools, identitySource, resultsCacheTtlSeconds };
      case 'REQUEST': return { type: 'request', identitySources: (identitySource ?? '').split(',').filter((one) => one !== ''), ...called };
      default: return { type: 'token', identitySource, identityValidationExpression, ...called };
    }
  }
}

/** The function in the address of an authorizer that was written by hand. */
function functionNamed({ authorizerUri = '' }: apigateway.CfnAuthorizer): lambda.IFunction | undefined {
  const { Reference, Tokenization } = awsCdk();
  const { tokens } = Tokenization.reverseString(authorizerUri);
  const targets = tokens.flatMap((token) => (Reference.isReference(token) ? token.target.node.scope ?? [] : []));
  return targets.find((target): target is lambda.IFunction & typeof target => isLambdaFunction(target));
}
