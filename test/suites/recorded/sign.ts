import { sign } from 'aws4';
import type { RecordedRequest, Setup } from './recorded-case';
import { textOf } from './send';

const HOST = 'api.test';
const REGION = 'us-east-1';

/** The request with the signature of the credential that it names, made now. */
export function signed(request: RecordedRequest, { credentials = [] }: Setup): RecordedRequest {
  if (request.signWith === undefined) return request;
  const credential = credentials.find(({ accessKeyId }) => accessKeyId === request.signWith);
  if (credential === undefined) throw new Error(`the setup has no credential ${request.signWith}`);
  const { method, path, query = '', headers = {}, body } = request;
  const sentHeaders = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, textOf(value)]));
  const signed = sign({
    method, path: query === '' ? path : `${path}?${textOf(query)}`, region: REGION, service: 'execute-api',
    headers: { Host: HOST, ...sentHeaders }, ...(body === undefined ? {} : { body: textOf(body) }),
  }, { accessKeyId: credential.accessKeyId, secretAccessKey: credential.secretAccessKey });
  return { ...request, headers: Object.fromEntries(Object.entries(signed.headers ?? {}).map(([name, value]) => [name, String(value)])) };
}
