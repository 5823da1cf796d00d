import { GatewayError } from '../../errors';
import { SERVE_DEFAULTS, signRequest, suggestText } from '../../runtime';
import { describeProtocol, type Protocol } from '../../spec';
import type { TestGatewayOptions } from './test-gateway';

interface SignedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: [string, string][];
  readonly body?: Uint8Array<ArrayBuffer>;
}

interface Unsigned {
  readonly request: Request;
  readonly protocol: Protocol;
  /** The credential that signs. @default - the first one */
  readonly accessKeyId: string | undefined;
}

export type SignRequest = (unsigned: Unsigned) => Promise<SignedRequest>;

/** By the clock of the test, which the gateway compares signatures with. */
export function requestSigner({ credentials = [], region = SERVE_DEFAULTS.region }: TestGatewayOptions, now: () => number): SignRequest {
  return async ({ request, protocol, accessKeyId }) => {
    const known = credentials.map((credential) => credential.accessKeyId);
    const credential = accessKeyId === undefined ? credentials[0] : credentials.find((candidate) => candidate.accessKeyId === accessKeyId);
    if (credential === undefined) {
      const allowed = known.length === 0 ? 'a credential: give the test gateway some in its option credentials' : `one of the credentials; ${suggestText(accessKeyId ?? '', known)}`;
      throw new GatewayError('OPTION_INVALID', { option: 'accessKeyId', given: accessKeyId ?? '', allowed });
    }
    const { secretAccessKey, sessionToken } = credential;
    const keys = { accessKeyId: credential.accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) };
    const bytes = new Uint8Array(await request.arrayBuffer());
    const headers = [...request.headers].map(([name, value]) => ({ name, value }));
    const unsigned = { method: request.method, url: request.url, headers, body: bytes.length === 0 ? undefined : Buffer.from(bytes) };
    const { signedService: service } = describeProtocol({ protocol });
    const signed = signRequest(unsigned, { credentials: keys, service, region, now: now() });
    return {
      url: signed.url, method: request.method, headers: signed.headers.filter(({ name }) => name.toLowerCase() !== 'host').map(({ name, value }) => [name, value]),
      ...(bytes.length === 0 ? {} : { body: bytes }),
    };
  };
}
