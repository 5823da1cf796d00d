import { RootConstruct } from 'constructs';
import { HttpApi, HttpLambdaIntegration, ProxyFunction, type ApiBase, type HttpApiProps } from '../../lib/constructs';
import type { GatewaySpec } from '../../lib/spec';

/** A construct tree with one HTTP API, one function and its integration. */
export interface HttpDeclaration {
  readonly root: RootConstruct;
  readonly api: HttpApi;
  readonly fn: ProxyFunction;
  readonly pets: HttpLambdaIntegration;
}

export function declareHttp(props: HttpApiProps = {}): HttpDeclaration {
  const root = new RootConstruct();
  const fn = new ProxyFunction(root, 'Handler', { entry: 'src/handler.ts' });
  return { root, api: new HttpApi(root, 'Shop', props), fn, pets: new HttpLambdaIntegration('Pets', fn) };
}

/** The spec of a valid API. */
export function httpSpecOf(api: ApiBase): GatewaySpec {
  return JSON.parse(api.toJson()) as GatewaySpec; // what toJson wrote was read as a spec before
}

/** `code location` of all issues. */
export function httpFindings(api: ApiBase): string[] {
  return api._collect().issues.map(({ severity, code, location }) => `${severity === 'error' ? '' : `${severity} `}${code} ${location}`);
}
