import { createHash } from 'node:crypto';
import type { Facts } from './facts';

/** A value that a pod takes from a Secret, and the argument of `serve` that it is for. */
export interface SecretValue {
  readonly variable: string;
  readonly secret: string;
  readonly key: string;
  /** As `serve --value-from` names it. */
  readonly target: 'store' | `api-key.${string}` | `env.${string}`;
}

/** The values by reference: API keys without one in the definition, variables of functions, and the URL of the store. */
export function secretValues({ apis, name, options }: Facts): readonly SecretValue[] {
  const { apiKeySecret = `${name}-api-keys`, secretEnvironment = {}, store } = options;
  const declared = apis.flatMap(({ spec }) => Object.entries(spec.apiKeys));
  const keys = [...new Set(declared.filter(([, { value }]) => value === undefined).map(([key]) => key))];
  const values = [
    ...keys.sort().map((key) => ({ target: `api-key.${key}`, secret: apiKeySecret, key: secretKeyOf(key) } as const)),
    ...Object.entries(secretEnvironment).sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([variable, place]) => ({ target: `env.${variable}`, ...keyOf(place) } as const)),
    ...(store === undefined ? [] : [{ target: 'store', ...keyOf(store) } as const]),
  ];
  return values.map((value, index) => ({ ...value, variable: `SYNTHGATE_SECRET_${index}` }));
}

/** The name of an API key as a Secret may have it: another name has another one. */
function secretKeyOf(name: string): string {
  const allowed = name.replace(/[^-._A-Za-z0-9]/g, '_');
  return allowed === name ? name : `${allowed.slice(0, 200)}-${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

/** `secret/key`, as the option requires it. */
function keyOf(place: string): Pick<SecretValue, 'secret' | 'key'> {
  const [secret = '', key = ''] = place.split('/');
  return { secret, key };
}

/** The arguments of `serve`, which reads the variables: everybody on a machine sees arguments. */
export function secretArguments(values: readonly SecretValue[]): readonly string[] {
  return values.flatMap(({ target, variable }) => ['--value-from', `${verbatim(target)}=${variable}`]);
}

/** An argument in which kubelet fills in nothing. @see https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/ */
export function verbatim(argument: string): string {
  return argument.replaceAll('$(', () => '$$(');
}
