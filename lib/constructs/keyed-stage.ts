import type { IConstruct } from 'constructs';
import type { ApiRegistry } from './api-registry';

/** A stage that keys of usage plans have access to: of a REST API or a WebSocket API. */
export interface IKeyedStage extends IConstruct {
  /** Always true: stages of HTTP APIs take no keys. */
  readonly takesApiKeys: boolean;

  /** @internal */
  readonly _name: string;

  /** @internal */
  readonly _keyedApi: KeyedApi;
}

/** An API with usage plans. */
export interface KeyedApi extends IConstruct {
  readonly _registry: ApiRegistry;
}
