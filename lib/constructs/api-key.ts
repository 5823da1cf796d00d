import { Construct, type IConstruct } from 'constructs';
import { readProps, type StructName } from '../props';
import { registryAbove } from './api-registry';
import { nameOf } from './construct-name';
import type { ApiKeyInput } from './spec-input';

/** An API key (header X-Api-Key). */
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
   * A description for humans.
   * @default - none
   */
  readonly description?: string;

  /**
   * The key itself, 20 to 128 characters. It is readable in the spec; omit it to pass it to the runtime instead.
   * @default - pass one to the runtime. Without a value it is rejected
   */
  readonly value?: string;

  /**
   * Whether the key is enabled.
   * @default true
   */
  readonly enabled?: boolean;
}

/** An API key (header X-Api-Key). It gives access to the stages of its usage plans. */
export class ApiKey extends Construct implements IApiKey {
  /** @internal */
  public static readonly _props: StructName = 'ApiKeyOptions';

  public readonly keyName: string;

  private readonly props: ApiKeyOptions;

  /** Declares a key. */
  public constructor(scope: Construct, id: string, props: ApiKeyOptions = {}) {
    super(scope, id);
    props = readProps(this, new.target, props);
    this.keyName = props.apiKeyName ?? nameOf(this);
    this.props = props;
    registryAbove(this)?.apiKeys.push(this);
  }

  /** @internal */
  public _toSpec(): ApiKeyInput {
    return { description: this.props.description, enabled: this.props.enabled, value: this.props.value };
  }
}
