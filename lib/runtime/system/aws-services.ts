import type { AwsServices } from '../ports';
import type { Clocks } from './system-ports';
import { profileCredentials } from './aws-profile';

export interface AwsServicesOptions {
  /** Endpoints by name of a service, `*` for all. */
  readonly awsEndpoints?: Readonly<Record<string, string>> | undefined;
  readonly awsProfile?: string | undefined;
}

const ALL_SERVICES = '*';

/**
 * Where AWS services are reached: at given endpoints, else at AWS if a profile is named.
 * @see https://docs.aws.amazon.com/sdkref/latest/guide/feature-ss-endpoints.html
 */
export function awsServices({ awsEndpoints = {}, awsProfile }: AwsServicesOptions, { now = Date.now }: Clocks = {}): AwsServices {
  const endpoints = new Map(Object.entries(awsEndpoints).map(([name, url]) => [nameInEnvironment(name), url]));
  const endpointOf = (names: readonly string[]): string | undefined => {
    const candidates = [
      ...names.map((name) => endpoints.get(name)), endpoints.get(ALL_SERVICES),
      ...names.map((name) => process.env[`AWS_ENDPOINT_URL_${name}`]), process.env.AWS_ENDPOINT_URL,
    ];
    return candidates.find((url) => url !== undefined && url !== '')?.replace(/\/+$/, '');
  };
  return { endpointOf, ...(awsProfile === undefined ? {} : { credentials: profileCredentials(awsProfile, now) }) };
}

/** The variables with which AWS's clients find endpoints. */
export function endpointVariables(endpoints: AwsServicesOptions['awsEndpoints'] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(endpoints).map(([service, url]) =>
    [service === ALL_SERVICES ? 'AWS_ENDPOINT_URL' : `AWS_ENDPOINT_URL_${nameInEnvironment(service)}`, url]));
}

/** `runtime.sagemaker` is RUNTIME_SAGEMAKER. */
function nameInEnvironment(name: string): string {
  return name === ALL_SERVICES ? name : name.toUpperCase().replace(/[^A-Z0-9]/g, '_');
}
