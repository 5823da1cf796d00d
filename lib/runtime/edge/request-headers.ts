import { lowerName, type HeaderField, type HeaderList } from '../http/headers';
import type { Received, RequestIds } from '../http/request';
import type { ResponseContext } from '../plan/exchange';
import { forwardedValues, planForwarding } from './forwarding-plan';

/** The header lines that the gateway and its functions see: the client's, without the dropped ones, and those of the edge. */
export function forwardedHeaders(received: Received, ids: RequestIds, context: ResponseContext): HeaderList {
  const plan = planForwarding(received.headers.map(({ name }) => name), context);
  const values = forwardedValues(plan, received.headers.map(({ value }) => value), { received, ids, context });
  return plan.names.map((name, index) => ({ name, value: values[index] ?? '' }));
}

const SIGNATURE = 'AWS4-HMAC-SHA256';

/** The list without a signature; the same list if there is none. */
export function withoutSignature(headers: HeaderList): HeaderList {
  return headers.some(isSignature) ? headers.filter((field) => !isSignature(field)) : headers;
}

function isSignature({ name, value }: HeaderField): boolean {
  return isSignatureValue(value) && lowerName(name) === 'authorization';
}

/** Whether the value of an Authorization header is a signature. */
export function isSignatureValue(value: string): boolean {
  return value.startsWith(SIGNATURE);
}
