import type { ProxyFunction } from './proxy-function';
import type { DestinationInput } from './spec-input';

/**
 * The on-failure destination of asynchronous events that ran out of retries. Records have the format of
 * Lambda's destinations: the event, the error, the number of attempts.
 * @see https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-retain-records.html
 */
export class Destination {
  /**
   * A function, called asynchronously with the record and retried by its own settings.
   * @param handler - must differ from the function that failed
   */
  public static toFunction(handler: ProxyFunction): Destination {
    return new Destination(handler, undefined);
  }

  /**
   * A URL, to which the record is posted as JSON; a 2xx response accepts it. After three failed attempts the event becomes a dead letter.
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
