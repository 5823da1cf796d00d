import type { aws_apigateway as apigateway } from 'aws-cdk-lib';
import { Construct } from 'constructs';
import { AccessLogDestination, type StageSettingOptions } from '../../constructs';
import { convertBy } from '../../props';
import { standInFor } from '../render/adopted';
import { AdoptedAuthorizer, type GivenAuthorizer } from './adopted-authorizer';
import { AdoptedApiKey, AdoptedModel, AdoptedValidator, ExistingApiKey, resourceWithId } from './adopted-nodes';
import { CdkIntegration, isCdkIntegration } from './cdk-integration';

/** Lets an Api have what a RestApi has: integrations, log destinations and names of aws-cdk-lib. */
export function convertCdkValues(): void {
  convertBy('IIntegrationTarget', (value) => (isCdkIntegration(value) ? new CdkIntegration(value) : undefined));
  convertBy('ResponseType', ({ responseType }: { readonly responseType?: unknown }) => responseType);
  convertBy('AccessLogDestination', (value) => logDestination(value));
  convertBy('IAuthorizer', (value) => adoptedAuthorizer(value));
  convertBy('IModel', ({ modelId }: { readonly modelId?: unknown }) => adopted(modelId, 'Model', AdoptedModel));
  convertBy('IRequestValidator', ({ requestValidatorId: of }: { readonly requestValidatorId?: unknown }) => adopted(of, 'RequestValidator', AdoptedValidator));
  convertBy('IApiKey', (key: { readonly keyId?: unknown }) => adopted(key.keyId, 'ApiKey', AdoptedApiKey) ?? existingKey(key));
  convertBy('UsagePlanProps', ({ name, ...props }: { readonly name?: unknown }) => (name === undefined ? undefined : { usagePlanName: name, ...props }));
  convertBy('StageOptions', ({ tracingEnabled, clientCertificateId, documentationVersion, ...options }: StageOnAws) => {
    const given = Object.entries({ tracingEnabled, clientCertificateId, documentationVersion }).filter(([, value]) => value !== undefined);
    return given.length === 0 ? undefined : { ...options, _onAws: Object.fromEntries(given) };
  });
  convertBy('UsagePlanPerApiStage', ({ api, ...apiStage }: { readonly api?: unknown }) => (api === undefined ? undefined : apiStage));
}

type StageOnAws = NonNullable<StageSettingOptions['_onAws']>;

type StandInClass = new (scope: Construct, id: string, resource: never) => Construct;

/** What stands for the resource with an id; undefined for what is declared with this library. */
function adopted(id: unknown, type: string, StandIn: StandInClass): Construct | undefined {
  const resource = resourceWithId(id, `AWS::ApiGateway::${type}`);
  return resource && standInFor(resource, (scope, name) => new StandIn(scope, name, resource as never)); // it is of that type
}

/** What stands for a key of aws-cdk-lib that has no resource in the app. */
function existingKey(key: { readonly keyId?: unknown }): Construct | undefined {
  const { keyId } = key;
  if (!Construct.isConstruct(key) || 'keyName' in key || typeof keyId !== 'string') return undefined;
  return standInFor(key as Construct, (scope, id) => new ExistingApiKey(scope, id, keyId)); // all of the CDK's are
}

function adoptedAuthorizer(value: GivenAuthorizer & { readonly authorizerId?: unknown }): Construct | undefined {
  const resource = resourceWithId(value.authorizerId, 'AWS::ApiGateway::Authorizer') as apigateway.CfnAuthorizer | undefined; // of that type
  return resource && standInFor(resource, (scope, id) => new AdoptedAuthorizer(scope, id, { resource, given: value }));
}

/** A destination of aws-cdk-lib says what it is when a stage is bound; none of them asks the stage anything. */
function logDestination(value: { readonly bind?: unknown }): AccessLogDestination | undefined {
  if (typeof value.bind !== 'function') return undefined;
  const { destinationArn } = value.bind() as { readonly destinationArn: string }; // IAccessLogDestination
  return AccessLogDestination.arn(destinationArn);
}
