import { lowerName, type HeaderField, type HeaderList } from '../http/headers';

const SIGNATURE = 'AWS4-HMAC-SHA256';

/** The list without a signature; the same list if there is none. */
export function withoutSignature(headers: HeaderList): HeaderList {
  return headers.some(isSignature) ? headers.filter((field) => !isSignature(field)) : headers;
}

function isSignature({ name, value }: HeaderField): boolean {
  return value.startsWith(SIGNATURE) && lowerName(name) === 'authorization';
}
