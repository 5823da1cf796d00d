import { Construct } from 'constructs';
import { methodKey } from '../spec';
import type { IApi } from './api';
import type { IApiKey } from './api-key';
import { nameOf } from './construct-name';
import type { Method } from './method';
import { plainText, type UsagePlanInput } from './spec-input';
import type { Stage } from './stage';
import type { QuotaSettings, ThrottleSettings } from './throttle-settings';

/** The limit of one method. */
export interface ThrottlingPerMethod {
  /** The method. */
  readonly method: Method;

  /** Its limit, for each key by itself. */
  readonly throttle: ThrottleSettings;
}

/** A stage that the keys of a usage plan open. */
export interface UsagePlanPerApiStage {
  /** The stage. */
  readonly stage: Stage;

  /**
   * Limits of single methods of the stage, for each key by itself. They hold besides that of the plan.
   * @default - the plan's limit alone
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
   * For people.
   * @default - none
   */
  readonly description?: string;

  /**
   * How fast each key may ask, over all stages of the plan together.
   * @default - as fast as the stages and the account allow
   */
  readonly throttle?: ThrottleSettings;

  /**
   * How often each key may ask in a day, week or month, over all stages of the plan together.
   * @default - as often as it likes
   */
  readonly quota?: QuotaSettings;

  /**
   * Stages that the keys of the plan open.
   * @default - none yet; see `addApiStage`
   */
  readonly apiStages?: UsagePlanPerApiStage[];
}

/** Which keys open which stages, how fast and how often. */
export class UsagePlan extends Construct {
  /** Name of the plan in the spec. */
  public readonly usagePlanName: string;

  /** @internal */
  public readonly _keys: IApiKey[] = [];

  private readonly props: UsagePlanProps;
  private readonly apiStages: UsagePlanPerApiStage[] = [];

  /** Declares a usage plan. */
  public constructor(scope: Construct, id: string, props: UsagePlanProps = {}) {
    super(scope, id);
    this.usagePlanName = props.usagePlanName ?? nameOf(this);
    this.props = props;
    props.apiStages?.forEach((one) => this.addApiStage(one));
  }

  /** Lets the keys of the plan open a stage. */
  public addApiStage(apiStage: UsagePlanPerApiStage): void {
    this.apiStages.push(apiStage);
    apiStage.stage.api._addUsagePlan(this);
  }

  /** Adds a key. */
  public addApiKey(apiKey: IApiKey): void {
    this._keys.push(apiKey);
  }

  /**
   * The plan as far as it is about an API.
   * @internal
   */
  public _toSpec(api: IApi): UsagePlanInput {
    const { description, throttle, quota } = this.props;
    const stages: NonNullable<UsagePlanInput['stages']> = {};
    for (const { stage, throttle: limits = [] } of this.apiStages.filter((one) => one.stage.api === api)) {
      const methods = limits.map((one) => [methodKey(one.method.resource.path, one.method.httpMethod), { ...one.throttle }]);
      stages[stage.stageName] = { methods: { ...stages[stage.stageName]?.methods, ...Object.fromEntries(methods) } };
    }
    return {
      description,
      throttle: throttle && { ...throttle },
      quota: quota && { limit: quota.limit, period: plainText(quota.period), offset: quota.offset },
      stages,
      keys: [...new Set(this._keys.map((key) => key.keyName))].sort(),
    };
  }
}
