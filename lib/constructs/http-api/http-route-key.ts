import { DEFAULT_ROUTE_PATH, HTTP_METHODS, routeKeyOf, type HttpMethodSpec } from '../../spec';
import { GatewayError } from '../../errors';
import { checkArgument, throwProblems } from '../../props';
import { HttpMethod } from '../http-method';

/** The key of a route: a method and a path, or `$default`. */
export class HttpRouteKey {
  /** The route that takes what no other route takes. */
  public static readonly DEFAULT = new HttpRouteKey(DEFAULT_ROUTE_PATH, HttpMethod.ANY);

  /**
   * The key of a method and a path.
   * @param path - `/pets/{id}`, `/{proxy+}`; without a `/` at its end
   * @param method - default: ANY
   */
  public static with(path: string, method: HttpMethod = HttpMethod.ANY): HttpRouteKey {
    throwProblems('the route key', [...checkArgument('string', 'path', path), ...checkArgument('HttpMethod', 'method', method)]);
    const isPath = path === '/' || (path.startsWith('/') && !path.endsWith('/') && path !== DEFAULT_ROUTE_PATH);
    if (!isPath) throw new GatewayError('ROUTE_PATH_INVALID', { given: path });
    return new HttpRouteKey(path, method);
  }

  /** The key of a place in a spec. @internal */
  public static _of(path: string, method: HttpMethod): HttpRouteKey {
    return path === DEFAULT_ROUTE_PATH ? HttpRouteKey.DEFAULT : HttpRouteKey.with(path, method);
  }

  /** The key as API Gateway has it: `GET /pets`, `$default`. */
  public readonly key: string;

  /** Its method. */
  public readonly method: HttpMethod;

  /** Its path; undefined for the default route. */
  public readonly path?: string;

  /** @internal */
  public readonly _specPath: string;

  /** @internal */
  public readonly _httpMethod: HttpMethodSpec;

  private constructor(path: string, method: HttpMethod) {
    this.key = routeKeyOf(path, method);
    this.method = method;
    this.path = path === DEFAULT_ROUTE_PATH ? undefined : path;
    this._specPath = path;
    this._httpMethod = HTTP_METHODS.find((name) => name === `${method}`) ?? 'ANY'; // one of them, as was checked
  }
}
