import type { Facts } from './facts';

/** A value that a pod takes from a Secret, and the argument of `serve` that it is for. */
export interface SecretValue {
  readonly variable: string;
  readonly secret: string;
  readonly key: string;
  readonly flag: '--api-key' | '--env' | '--store';
  /** Name of the API key, or of the environment variable of functions; undefined for a flag with one value. */
  readonly name: string | undefined;
}

/** The values by reference: API keys without one in the definition, variables of functions, and the URL of the store. */
export function secretValues({ apis, name, options }: Facts): readonly SecretValue[] {
  const { apiKeySecret = `${name}-api-keys`, secretEnvironment = {}, store } = options;
  const declared = apis.flatMap(({ spec }) => Object.entries(spec.apiKeys));
  const keys = [...new Set(declared.filter(([, { value }]) => value === undefined).map(([key]) => key))];
  const values = [
    ...keys.sort().map((key) => ({ flag: '--api-key', name: key, secret: apiKeySecret, key: key.replace(/[^-._A-Za-z0-9]/g, '_') } as const)),
    ...Object.entries(secretEnvironment).sort(([left], [right]) => (left < right ? -1 : 1))
      .map(([variable, place]) => ({ flag: '--env', name: variable, ...keyOf(place) } as const)),
    ...(store === undefined ? [] : [{ flag: '--store', name: undefined, ...keyOf(store) } as const]),
  ];
  return values.map((value, index) => ({ ...value, variable: `SYNTHGATE_SECRET_${index}` }));
}

/** `secret/key`, as the option requires it. */
function keyOf(place: string): Pick<SecretValue, 'secret' | 'key'> {
  const [secret = '', key = ''] = place.split('/');
  return { secret, key };
}

/** The arguments of `serve`; kubelet fills in the variables. */
export function secretArguments(values: readonly SecretValue[]): readonly string[] {
  return values.flatMap(({ flag, name, variable }) => [flag, `${name === undefined ? '' : `${verbatim(name)}=`}$(${variable})`]);
}

/** An argument in which kubelet fills in nothing. @see https://kubernetes.io/docs/tasks/inject-data-application/define-interdependent-environment-variables/ */
export function verbatim(argument: string): string {
  return argument.replaceAll('$(', () => '$$(');
}
