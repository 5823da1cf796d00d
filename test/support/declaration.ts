import { RootConstruct } from 'constructs';
import { Api, ProxyFunction, type ApiProps, type ProxyFunctionProps } from '../../lib/constructs';
import type { GatewaySpec } from '../../lib/spec';

/** A construct tree with one API and one function. */
export interface Declaration {
  readonly root: RootConstruct;
  readonly api: Api;
  readonly fn: ProxyFunction;
}

export function declare(props: ApiProps = {}): Declaration {
  const root = new RootConstruct();
  return { root, api: new Api(root, 'Pets', props), fn: newFunction(root) };
}

export function newFunction(root: RootConstruct, id = 'Handler', props: ProxyFunctionProps = { entry: 'src/handler.ts' }): ProxyFunction {
  return new ProxyFunction(root, id, props);
}

/** The spec of a valid API. */
export function specOf(api: Api): GatewaySpec {
  return JSON.parse(api.toJson()) as GatewaySpec; // what toJson wrote was read as a spec before
}

/** `code location` of all issues, errors first. */
export function findingsOf(api: Api): string[] {
  return api._collect().issues.map((one) => `${one.severity === 'error' ? '' : `${one.severity} `}${one.code} ${one.location}`);
}

/** The error that a call throws. */
export function thrownBy(call: () => unknown): unknown {
  try {
    call();
  } catch (error) {
    return error;
  }
  return undefined;
}
