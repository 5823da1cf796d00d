import type { IConstruct } from 'constructs';
import { issue, type GatewayResponseType, type Issue } from '../errors';
import type { Protocol } from '../spec';
import type { IFunctionTarget, LambdaFunction } from './function-target';
import type { ProxyFunction } from './proxy-function';
import type {
  ApiKeyInput, AuthorizerInput, GatewayResponseInput, ModelInput, RequestValidatorInput, StageInput, UsagePlanInput,
} from './spec-input';

const MARK = Symbol.for('synthgate.Api');

/**
 * A model of an API, by its name and its part of the spec. The public classes have the shape of this interface and the following
 * ones, so that neither the registry nor the constructs need to import each other.
 */
export interface DeclaredModel extends IConstruct {
  readonly modelId: string;
  _toSpec(): ModelInput;
}

export interface DeclaredRequestValidator extends IConstruct {
  readonly requestValidatorId: string;
  _toSpec(): RequestValidatorInput;
}

export interface DeclaredGatewayResponse extends IConstruct {
  readonly _type: GatewayResponseType;
  _toSpec(): GatewayResponseInput;
}

export interface DeclaredAuthorizer extends IConstruct {
  readonly authorizerId: string;
  readonly _function?: IFunctionTarget;
  _toSpec(): AuthorizerInput;
}

export interface DeclaredStage extends IConstruct {
  readonly _name: string;
  readonly _hasValidName: boolean;
  /** Whether name and settings can be written to a spec. */
  readonly _isValid: boolean;
  _toSpec(): StageInput;
}

export interface DeclaredApiKey extends IConstruct {
  readonly keyName: string;
  _toSpec(): ApiKeyInput;
}

export interface DeclaredUsagePlan extends IConstruct {
  readonly usagePlanName: string;
  readonly _keys: readonly DeclaredApiKey[];
  /** Logical ids, on AWS, of the resources that add keys, by the names of the keys. */
  readonly _logicalIds?: ReadonlyMap<string, string>;
  /** Whether the plan belongs to the spec of this API. */
  _concerns(api: IConstruct): boolean;
  /** The part of the plan that concerns this API. */
  _toSpec(api: IConstruct): UsagePlanInput;
}

/** The declarations of one API besides its resources, and the issues found during declaration. */
export class ApiRegistry {
  public readonly models: DeclaredModel[] = [];
  public readonly requestValidators: DeclaredRequestValidator[] = [];
  public readonly gatewayResponses: DeclaredGatewayResponse[] = [];
  public readonly authorizers: DeclaredAuthorizer[] = [];
  public readonly stages: DeclaredStage[] = [];
  public readonly apiKeys: DeclaredApiKey[] = [];
  public readonly deployments: IConstruct[] = [];
  /** A plan is added with each stage that it gets. */
  public readonly usagePlans = new Set<DeclaredUsagePlan>();
  /** Values outside the definition that deployments depend on. */
  public readonly triggers = new Set<string>();
  public readonly issues: Issue[] = [];
  /** Creates the stand-in for a Lambda function of aws-cdk-lib; only an API in a CDK stack calls such functions. */
  public standInFor?: (fn: LambdaFunction) => ProxyFunction;

  public constructor(
    /** The kind of the API. An earlier version of this library, which a program may load as well, writes none: it has REST APIs. */
    public readonly protocol: Protocol,
  ) {}

  public report(issue: Issue): void {
    this.issues.push(issue);
  }

  public addStage(stage: DeclaredStage): void {
    const location = stage.node.path;
    if (!stage._hasValidName) this.report(issue('STAGE_NAME_INVALID', location, { given: stage._name }));
    const existing = this.stages.find((candidate) => candidate._name === stage._name);
    if (existing !== undefined) this.report({ ...issue('STAGE_DUPLICATE', location, { name: stage._name }), related: existing.node.path });
    this.stages.push(stage);
  }
}

/** Marks a construct as an API, and gives it a registry. */
export function registerApi(api: IConstruct, protocol: Protocol): ApiRegistry {
  const registry = new ApiRegistry(protocol);
  Object.defineProperty(api, MARK, { value: registry });
  return registry;
}

/** An API, as what belongs to one knows it. */
export interface ApiWithRegistry extends IConstruct {
  readonly _registry: ApiRegistry;
}

interface Registered extends IConstruct {
  readonly [MARK]: ApiRegistry;
}

/** Whether a value is an API, including one of another copy of this library. */
export function isRegisteredApi(value: unknown): value is Registered {
  return typeof value === 'object' && value !== null && MARK in value;
}

/** The registry of an API. */
export function registryOf(value: unknown): ApiRegistry | undefined {
  return isRegisteredApi(value) ? value[MARK] : undefined;
}

/** The API of any kind that a construct is below, or is. */
export function registeredAbove(construct: IConstruct): IConstruct | undefined {
  return [...construct.node.scopes].reverse().find(isRegisteredApi);
}

/** The registry of the API above a construct. */
export function registryAbove(construct: IConstruct): ApiRegistry | undefined {
  return registryOf(registeredAbove(construct));
}
