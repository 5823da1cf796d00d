import type { Construct } from 'constructs';
import type * as theirs from 'aws-cdk-lib/aws-apigateway';
import * as aws from '../aws';
import type * as own from '../constructs';
import { addCdkMembers } from './cdk-members';

/** Members that have a type of this library, or that of aws-cdk-lib. */
type Either<Own, Theirs> = { readonly [Name in keyof Own | keyof Theirs]?: ValueOf<Own, Name> | ValueOf<Theirs, Name> };
type ValueOf<Of, Name> = Name extends keyof Of ? Of[Name] : never;

type Target = own.IIntegrationTarget | theirs.Integration;
type MethodOptions = Either<own.MethodOptions, theirs.MethodOptions>;
type CorsOptions = own.CorsOptions | theirs.CorsOptions;

interface ResourceOptions {
  readonly defaultIntegration?: Target;
  readonly defaultMethodOptions?: MethodOptions;
  readonly defaultCorsPreflightOptions?: CorsOptions;
}

type StageOptions = Either<own.StageOptions, theirs.StageOptions>;

/** Settings of an API: those of this library, and those of RestApi by their names there. */
export interface ApiProps
  extends Omit<aws.ApiProps, keyof ResourceOptions | keyof Changed>, ResourceOptions, Partial<Changed> {}

interface Changed {
  readonly deployOptions: StageOptions;
  readonly apiKeySourceType: own.ApiKeySourceType | theirs.ApiKeySourceType;
  readonly endpointType: own.EndpointType | theirs.EndpointType;
}

/** What resources of an Api take: everything that resources of RestApi do. */
export interface ResourceMembers {
  readonly api: Api;
  readonly parentResource?: Resource;
  addResource(pathPart: string, options?: ResourceOptions): Resource;
  addProxy(options?: ResourceOptions & { readonly anyMethod?: boolean }): ProxyResource;
  addMethod(httpMethod: string, target?: Target, options?: MethodOptions): Method;
  addCorsPreflight(options?: CorsOptions): Method;
  resourceForPath(path: string): Resource;
  getResource(pathPart: string): Resource | undefined;
}

/** A resource of an API, as both libraries have it. */
type Resource = ResourceMembers & own.Resource & theirs.Resource;
type ProxyResource = { readonly anyMethod?: Method } & ResourceMembers & own.ProxyResource & theirs.ProxyResource;

/** What methods of an Api take: everything that methods of RestApi do. */
export interface MethodMembers {
  readonly api: Api;
  readonly resource: Resource;
  addMethodResponse(methodResponse: Either<own.MethodResponse, theirs.MethodResponse> & { readonly statusCode: string }): void;
}

type Method = MethodMembers & own.Method & theirs.Method;
type Stage = own.Stage & theirs.Stage;

/** What usage plans of an Api take: keys and stages of both libraries. */
export interface UsagePlanMembers {
  addApiKey(apiKey: own.IApiKey | theirs.IApiKey, options?: theirs.AddApiKeyOptions): void;
  addApiStage(apiStage: UsagePlanPerApiStage): void;
}

interface UsagePlanPerApiStage {
  readonly api?: theirs.IRestApi;
  readonly stage?: own.Stage | theirs.Stage;
  readonly throttle?: readonly { readonly method: own.Method | theirs.Method; readonly throttle: own.ThrottleSettings }[];
}

type UsagePlanProps = Omit<own.UsagePlanProps & theirs.UsagePlanProps, 'quota' | 'apiStages'> & {
  readonly quota?: own.QuotaSettings | theirs.QuotaSettings;
  readonly apiStages?: readonly UsagePlanPerApiStage[];
};

type GatewayResponseOptions = Either<own.GatewayResponseOptions, theirs.GatewayResponseOptions>;

/** What an Api takes: everything that RestApi does. */
export interface ApiMembers {
  readonly root: Resource;
  readonly methods: Method[];
  deploymentStage: Stage;
  readonly restApi: theirs.IRestApi;
  addUsagePlan(id: string, props?: UsagePlanProps): UsagePlanMembers & own.UsagePlan & theirs.UsagePlan;
  addApiKey(id: string, options?: own.ApiKeyOptions & theirs.ApiKeyOptions): own.ApiKey & theirs.IApiKey;
  addModel(id: string, props: own.ModelOptions): own.Model & theirs.Model;
  addRequestValidator(id: string, props?: own.RequestValidatorOptions): own.RequestValidator & theirs.RequestValidator;
  addGatewayResponse(id: string, options: GatewayResponseOptions): own.GatewayResponse & theirs.GatewayResponse;
}

/**
 * An API in a CDK stack, in the place of a RestApi: it takes the integrations, authorizers, options and names of aws-cdk-lib as well as
 * those of this library, and can be given to whatever takes an `IRestApi`.
 */
export type Api = ApiMembers & aws.Api & theirs.RestApi;

interface ApiClass extends Omit<typeof aws.Api, 'prototype' | 'fromApiAttributes' | 'fromOpenApi' | 'fromSpec'> {
  new (scope: Construct, id: string, props?: ApiProps): Api;
  readonly prototype: Api;
  fromApiAttributes(scope: Construct, id: string, attributes: aws.ApiAttributes & ApiProps): Api;
  fromOpenApi(...given: Parameters<typeof aws.Api.fromOpenApi>): Api;
  fromSpec(...given: Parameters<typeof aws.Api.fromSpec>): Api;
}

/** The class is that of `aws`; only its types say what it takes of aws-cdk-lib, which jsii has no types for. */
export const Api = aws.Api as unknown as ApiClass;

addCdkMembers();
