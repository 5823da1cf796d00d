import fc from 'fast-check';
import { createHttpRouter, createRouter } from '../../../../lib/runtime/router/router';
import { describeAuthorization, describeIntegration, methodsOf, protocolOf, type GatewaySpec } from '../../../../lib/spec';

/** The credentials that callers of a route must have by the strictest reading of its source. */
export interface Demands {
  readonly authorization: boolean;
  readonly key: boolean;
}

/** A route as a source declares it, wherever it ends up. */
export interface DeclaredRoute {
  /** The methods that it may be: several where the source does not say it. */
  readonly methods: readonly string[];
  /** A path that requests for it may have. */
  readonly path: string;
  /** The name of the function that it calls, in lower case: no other may answer. */
  readonly owner: string;
  readonly demands: Demands;
  /** Whether something of it is not understood that demands nothing: it may be refused. */
  readonly mayBeRefused?: boolean;
}

/** A source with odd forms, and what it declares. */
export interface DeclaredSource {
  readonly source: unknown;
  readonly routes: readonly DeclaredRoute[];
  /** Whether it has a resource policy, in whatever form. */
  readonly hasPolicy: boolean;
  /** Whether all routes are there: those that demand nothing have to be open. */
  readonly isWhole: boolean;
}

/** A member that is not there. */
export const ABSENT = Symbol('absent');

/** A form that something is written in, and what it demands. */
export interface Form {
  readonly value: unknown;
  readonly isDemanding: boolean;
}

export const demanding = (...values: readonly unknown[]): Form[] => values.map((value) => ({ value, isDemanding: true }));
export const open = (...values: readonly unknown[]): Form[] => values.map((value) => ({ value, isDemanding: false }));

/** Usual values, and seldom odd ones: with several odd members nearly every source would be refused as a whole. */
export function mostly<Value>(usual: readonly Value[], odd: readonly Value[], weight = 5): fc.Arbitrary<Value> {
  return fc.oneof({ weight, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: fc.constantFrom(...odd) });
}

/** An object without its members that are not there. */
export function written(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== ABSENT));
}

/** The methods of REST APIs but those that are declared otherwise. */
export function methodsBut(...declared: readonly string[]): string[] {
  return ['DELETE', 'GET', 'HEAD', 'OPTIONS', 'PATCH', 'POST', 'PUT'].filter((method) => !declared.includes(method));
}

/** Where a request for a declared route gets further than its source lets it, or is refused where all is plainly open, as sentences. */
export function weakerAnswers(specs: readonly GatewaySpec[], { routes, hasPolicy, isWhole }: DeclaredSource): string[] {
  return specs.flatMap((spec) => {
    const router = (protocolOf(spec) === 'http' ? createHttpRouter : createRouter)(methodsOf(spec).map(({ path, httpMethod, method }) => ({ path, method: httpMethod, target: method })));
    return routes.flatMap(({ methods, path, owner, demands, mayBeRefused = false }) => methods.flatMap((method) => {
      const target = router.match(method, path)?.target;
      const isOpen = isWhole && !hasPolicy && !demands.authorization && !demands.key && !mayBeRefused;
      if (target === undefined) return isOpen ? [`${method} ${path} is not there`] : [];
      const { unavailable, functions } = describeIntegration(target.integration);
      const answering = functions.map((name) => name.replace(/LambdaFunction$/, '').toLowerCase());
      const request = `${method} ${path}`;
      if (unavailable !== undefined) return isOpen ? [`${request} is refused: ${unavailable}`] : [];
      return [
        ...(answering.includes(owner) ? [] : [`${request} of ${owner} is answered by ${answering.join() || 'no function'}`]),
        ...(demands.authorization && describeAuthorization(target.authorization).isOpen ? [`${request} is open`] : []),
        ...(demands.key && !target.apiKeyRequired ? [`${request} needs no key`] : []),
        ...(hasPolicy && spec.api.policy === undefined ? [`${request} is served without the resource policy`] : []),
      ];
    }));
  });
}
