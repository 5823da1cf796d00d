import { Construct, type IConstruct } from 'constructs';
import { apiAbove } from './api-mark';
import { nameOf } from './construct-name';
import type { ApiKeyInput } from './spec-input';

/** A key for X-Api-Key. */
export interface IApiKey extends IConstruct {
  /** Name of the key in the spec. */
  readonly keyName: string;

  /** @internal */
  _toSpec(): ApiKeyInput;
}

/** Settings of a key. */
export interface ApiKeyOptions {
  /**
   * Name of the key in the spec.
   * @default - the construct path below the app, joined by `-`
   */
  readonly apiKeyName?: string;

  /**
   * For people.
   * @default - none
   */
  readonly description?: string;

  /**
   * The key itself, 20 to 128 characters. It stands readable in the spec; leave it out to give it to the runtime.
   * @default - the runtime must be given one; until then the key matches nothing
   */
  readonly value?: string;

  /**
   * Whether the key opens anything.
   * @default true
   */
  readonly enabled?: boolean;
}

/** A key for X-Api-Key. It opens the stages of the usage plans that it belongs to. */
export class ApiKey extends Construct implements IApiKey {
  public readonly keyName: string;

  private readonly props: ApiKeyOptions;

  /** Declares a key. */
  public constructor(scope: Construct, id: string, props: ApiKeyOptions = {}) {
    super(scope, id);
    this.keyName = props.apiKeyName ?? nameOf(this);
    this.props = props;
    apiAbove(this)?._addApiKey(this);
  }

  /** @internal */
  public _toSpec(): ApiKeyInput {
    return { description: this.props.description, enabled: this.props.enabled, value: this.props.value };
  }
}
