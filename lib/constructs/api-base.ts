import { Construct } from 'constructs';
import { issueText, throwIfErrors } from '../errors';
import { canonicalText, routesOf, routeTableText, type GatewaySpec } from '../spec';
import type { ApiQuotas, VendorNames } from './api-settings';
import { isRegisteredApi, type ApiRegistry, type DeclaredApiKey, type DeclaredAuthorizer, type DeclaredUsagePlan } from './api-registry';
import type { CollectContext } from './collect-context';
import { collectApi, type CollectedApi } from './collected-api';
import type { IFunctionTarget } from './function-target';
import type { ApiInput, ResourceInput } from './spec-input';

interface SharedSettings {
  readonly description?: string;
  readonly quotas?: ApiQuotas;
  readonly vendor?: VendorNames;
}

/** The common behavior of all kinds of APIs. */
export abstract class ApiBase extends Construct {
  /** Whether a value is an API of any kind, including one of another copy of this library. */
  public static isApiBase(value: unknown): value is ApiBase {
    return isRegisteredApi(value);
  }

  /** Identifies the API; requestContext.apiId. */
  public abstract readonly apiId: string;

  /** Name of the API in messages and file names. */
  public abstract readonly apiName: string;

  /** @internal */
  public abstract readonly _registry: ApiRegistry;

  private frozen?: CollectedApi;

  /** Declares an API. */
  protected constructor(scope: Construct, id: string) {
    super(scope, id);
    this.node.addValidation({ validate: () => this.validate() });
  }

  /**
   * The canonical spec as JSON text: readable, the same on every machine, and unchanged when only code changes.
   * Throws with all issues if the definition is invalid.
   * @example `expect(api.toJson()).toMatchSnapshot()`
   */
  public toJson(): string {
    return canonicalText(this._readSpec());
  }

  /** All routes as aligned text, one per line. */
  public routeTable(): string {
    return routeTableText(routesOf(this._readSpec()));
  }

  /** @internal */
  public abstract _toSpec(): ApiInput;

  /** The members of a spec that APIs of all kinds have. @internal */
  protected _shared({ description, quotas, vendor }: SharedSettings) {
    const { triggers } = this._registry;
    return {
      id: this.apiId, name: this.apiName, description, vendor: vendor && { ...vendor },
      // those of an instance of a class may be getters, which a copy would not have
      quotas: quotas && {
        resources: quotas.resources, stages: quotas.stages, authorizers: quotas.authorizers,
      } satisfies Record<keyof typeof quotas, unknown>,
      deploymentTriggers: triggers.size === 0 ? undefined : [...triggers].sort(),
    } satisfies ApiInput;
  }

  /** @internal */
  public abstract _resources(context: CollectContext): Record<string, ResourceInput>;

  /** @internal */
  public abstract _integrationTargets(): IFunctionTarget[];

  /** Authorizers that its methods refer to, beside those that are declared in it. @internal */
  public _namedAuthorizers(): DeclaredAuthorizer[] {
    return [];
  }

  /** The name of the stage that the API was declared with, if it was. @internal */
  public _ownStageName(): string | undefined {
    return undefined;
  }

  /** The spec with all issues, whether it is valid or not. @internal */
  public _collect(): CollectedApi {
    return this.frozen ?? collectApi(this);
  }

  /** The same, cached: the definition must not change after this. @internal */
  public _freeze(): CollectedApi {
    this.frozen = this._collect();
    return this.frozen;
  }

  /** @internal */
  public _readSpec(): GatewaySpec {
    const { spec, issues } = this._collect();
    throwIfErrors(this.node.path, issues);
    // Without an error there is a spec.
    return spec as GatewaySpec;
  }

  /** @internal */
  public get _apiKeys(): readonly DeclaredApiKey[] {
    return this._registry.apiKeys;
  }

  /** @internal */
  public get _usagePlans(): readonly DeclaredUsagePlan[] {
    return [...this._registry.usagePlans].filter((plan) => plan._concerns(this));
  }

  /** For `cdk synth`, which validates every construct: errors fail it, warnings go to the metadata. */
  private validate(): string[] {
    const { issues } = this._collect();
    for (const warning of issues.filter((issue) => issue.severity !== 'error').map(issueText)) {
      const isNew = !this.node.metadata.some((entry) => entry.data === warning);
      if (isNew) this.node.addMetadata('aws:cdk:warning', warning);
    }
    return issues.filter((issue) => issue.severity === 'error').map(issueText);
  }
}
