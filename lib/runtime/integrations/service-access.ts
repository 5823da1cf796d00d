import { GatewayError } from '../../errors';
import { ownRegion, type ServiceTarget } from '../../spec';
import { headerValue } from '../http/headers';
import type { AwsCredentials, BackendRequest, BackendResponse } from '../ports';
import { serviceCallOf, type ServiceCall } from './aws-services';
import type { CompileContext } from './compile-context';
import { signRequest } from './sign-request';

export interface ServiceAccess {
  /** Undefined for an action of a service whose protocol is not known. */
  readonly call: ServiceCall | undefined;
  /** Scheme and host; undefined if none is given. */
  readonly base: string | undefined;
  /** @throws SERVICE_ACTION_UNKNOWN, SERVICE_NOT_REACHABLE */
  readonly checkReachable: () => void;
  readonly send: (backend: BackendRequest) => Promise<BackendResponse>;
}

/** Emulators accept any signature, but want one. */
const DUMMY_CREDENTIALS: AwsCredentials = { accessKeyId: 'test', secretAccessKey: 'test' };

/** A service at the endpoint that was given for it, or at AWS with the credentials of a profile. */
export function serviceAccess(
  target: ServiceTarget, { stage, http, services, ports }: Pick<CompileContext, 'stage' | 'http' | 'services' | 'ports'>,
): ServiceAccess {
  const call = serviceCallOf(target);
  const region = ownRegion(target.region ?? '') ?? stage.region;
  const base = call && baseOf(target, call, { services, region });
  return {
    call,
    base,
    checkReachable: () => {
      if (call === undefined) throw new GatewayError('SERVICE_ACTION_UNKNOWN', { service: target.service, action: target.action ?? '' });
      const { service, action, path = '' } = target;
      const variable = `AWS_ENDPOINT_URL_${call.endpointNames[0]}`;
      if (base === undefined) throw new GatewayError('SERVICE_NOT_REACHABLE', { service, call: action ?? `/${path}`, variable });
    },
    send: async (backend) => {
      const credentials = await services.credentials?.() ?? DUMMY_CREDENTIALS;
      return http(signRequest(backend, { credentials, region, service: call?.signingName ?? target.service, now: ports.now() }));
    },
  };
}

/** Returns the id that the service gave the request; S3 has a header of its own for it. */
export function serviceRequestId({ headers }: BackendResponse): string | undefined {
  return headerValue(headers, 'x-amzn-requestid') ?? headerValue(headers, 'x-amz-request-id');
}

/** Scheme and host of the configured endpoint, or of AWS if there is a profile to sign with; otherwise undefined. */
function baseOf(
  { service, subdomain }: ServiceTarget, { endpointNames }: ServiceCall, { services, region }: Pick<CompileContext, 'services'> & { readonly region: string },
): string | undefined {
  const endpoint = services.endpointOf(endpointNames);
  // at an emulator's address there are no buckets in host names
  if (endpoint !== undefined) return subdomain !== undefined && service === 's3' ? `${endpoint}/${subdomain}` : endpoint;
  if (services.credentials === undefined) return undefined;
  const host = subdomain === undefined ? service : `${subdomain}.${service}`;
  return `https://${host}.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}
