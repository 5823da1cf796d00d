import { Construct, type IConstruct } from 'constructs';
import { issue, issueText } from '../errors';
import { methodKey } from '../spec';
import { checkArgument, readOptions, readProps, throwProblems, type StructName } from '../props';
import type { IApiKey } from './api-key';
import { registryAbove } from './api-registry';
import { nameOf } from './construct-name';
import type { IKeyedStage } from './keyed-stage';
import type { Method } from './method';
import { enumValue, type UsagePlanInput } from './spec-input';
import type { QuotaSettings, ThrottleSettings } from './throttle-settings';

/** The limit of one method. */
export interface ThrottlingPerMethod {
  /** The method. */
  readonly method: Method;

  /** Its limit, for each key separately. */
  readonly throttle: ThrottleSettings;
}

/** A stage that the keys of a usage plan have access to. */
export interface UsagePlanPerApiStage {
  /** The stage: of an Api or a WebSocketApi. */
  readonly stage: IKeyedStage;

  /**
   * Limits of single methods of the stage of an Api, for each key separately, in addition to the limit of the plan.
   * @default - only the plan's limit
   */
  readonly throttle?: ThrottlingPerMethod[];
}

/** Settings of a usage plan. */
export interface UsagePlanProps {
  /**
   * Name of the plan in the spec.
   * @default - the construct path below the app, joined by `-`
   */
  readonly usagePlanName?: string;

  /**
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * Throttle of each key, over all stages of the plan together.
   * @default - the limits of the stages and the account
   */
  readonly throttle?: ThrottleSettings;

  /**
   * Quota of each key per day, week or month, over all stages of the plan together.
   * @default - no quota
   */
  readonly quota?: QuotaSettings;

  /**
   * Stages that the keys of the plan have access to.
   * @default - none yet; see `addApiStage`
   */
  readonly apiStages?: UsagePlanPerApiStage[];
}

/** How a key is added to a usage plan. */
export interface AddApiKeyOptions {
  /**
   * Logical id, on AWS, of the resource that adds the key to the plan.
   * @default - derived from the construct paths
   */
  readonly overrideLogicalId?: string;
}

/** A usage plan: the keys of a group of callers, their stages, throttle and quota. */
export class UsagePlan extends Construct {
  /** @internal */
  public static readonly _props: StructName = 'UsagePlanProps';

  /** Name of the plan in the spec. */
  public readonly usagePlanName: string;

  /** @internal */
  public readonly _keys: IApiKey[] = [];

  /** Logical ids by the names of keys. @internal */
  public readonly _logicalIds = new Map<string, string>();

  private readonly props: UsagePlanProps;
  private readonly stages: UsagePlanPerApiStage[] = [];

  /** Declares a usage plan. */
  public constructor(scope: Construct, id: string, props: UsagePlanProps = {}) {
    super(scope, id);
    props = readProps(this, new.target, props);
    this.usagePlanName = props.usagePlanName ?? nameOf(this);
    this.props = props;
    props.apiStages?.forEach((apiStage) => this.connect(apiStage));
    const registry = registryAbove(this);
    registry?.usagePlans.add(this);
    if (registry === undefined) this.node.addValidation({ validate: () => this.validate() });
  }

  /** Gives the keys of the plan access to a stage. */
  public addApiStage(apiStage: UsagePlanPerApiStage): void {
    this.connect(readOptions(this, 'UsagePlanPerApiStage', apiStage));
  }

  private connect(apiStage: UsagePlanPerApiStage): void {
    const { stage: { _keyedApi: api, _name: stageName }, throttle = [] } = apiStage;
    this.stages.push(apiStage);
    api._registry.usagePlans.add(this);
    // A limit is found by the method's path and name, which another API may have as well.
    for (const { method } of throttle.filter((limit) => limit.method.api.node !== api.node)) {
      api._registry.report(issue('USAGE_PLAN_METHOD_OF_OTHER_API', this.node.path, { method: method.node.path, stage: stageName, api: api.node.path }));
    }
  }

  /** Adds a key. */
  public addApiKey(apiKey: IApiKey, options: AddApiKeyOptions = {}): void {
    throwProblems(this.node.path, checkArgument('IApiKey', 'apiKey', apiKey));
    const { overrideLogicalId } = readOptions(this, 'AddApiKeyOptions', options);
    if (overrideLogicalId !== undefined) this._logicalIds.set(apiKey.keyName, overrideLogicalId);
    this._keys.push(apiKey);
  }

  /** Whether the plan belongs to the spec of an API: it has a stage of it, or no stage yet and was declared below it. @internal */
  public _concerns(api: IConstruct): boolean {
    return this.stages.length === 0 || this.stages.some(({ stage }) => stage._keyedApi === api);
  }

  /** The part of the plan that concerns an API. @internal */
  public _toSpec(api: IConstruct): UsagePlanInput {
    const { description, throttle, quota } = this.props;
    const stages: NonNullable<UsagePlanInput['stages']> = {};
    for (const { stage, throttle: limits = [] } of this.stages.filter((apiStage) => apiStage.stage._keyedApi === api)) {
      const methods = limits.map((limit) => [methodKey(limit.method.resource.path, limit.method.httpMethod), { ...limit.throttle }]);
      stages[stage._name] = { methods: { ...stages[stage._name]?.methods, ...Object.fromEntries(methods) } };
    }
    return {
      description,
      throttle: throttle && { ...throttle },
      quota: quota && { limit: quota.limit, period: enumValue(quota.period), offset: quota.offset },
      stages,
      keys: [...new Set(this._keys.map((key) => key.keyName))].sort(),
    };
  }

  /** Without a stage and an API above it, the plan is in no spec. */
  private validate(): string[] {
    return this.stages.length === 0 ? [issueText(issue('USAGE_PLAN_WITHOUT_API', this.node.path))] : [];
  }
}
