import type { ProxyFunction } from './proxy-function';
import type { DestinationInput } from './spec-input';

/**
 * Where the record of an asynchronous event goes that its function failed to handle for good. Records have the form of
 * Lambda's destinations: the event, the error, how often it was tried.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
export class Destination {
  /**
   * A function is called with the record, asynchronously: it is retried by its own settings.
   * @param handler - another function than the one that failed
   */
  public static toFunction(handler: ProxyFunction): Destination {
    return new Destination(handler, undefined);
  }

  /**
   * The record is posted as JSON; an answer of 2xx takes it. What is not taken after three attempts is kept as a dead letter.
   * @param url - `http(s)://host/path`
   */
  public static toUrl(url: string): Destination {
    return new Destination(undefined, url);
  }

  /** @internal */
  public readonly _function?: ProxyFunction;

  private readonly url?: string;

  private constructor(handler: ProxyFunction | undefined, url: string | undefined) {
    this._function = handler;
    this.url = url;
  }

  /** @internal */
  public _toSpec(): DestinationInput {
    const { _function: handler, url = '' } = this;
    return handler === undefined ? { type: 'http', url } : { type: 'function', function: handler.functionName };
  }
}
