import { isAddressRange } from '../runtime';

const LABEL = '[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?';
const PORT = '(?:[1-9]\\d{0,3}|[1-5]\\d{4}|6[0-4]\\d{3}|65[0-4]\\d{2}|655[0-2]\\d|6553[0-5])';

/** `api.example.com`, or `*.example.com`. @see RFC 1123 §2.1 */
export const HOST_NAME = new RegExp(`^(?=.{1,253}$)(?:\\*\\.)?${LABEL}(?:\\.${LABEL})*$`);

/** `valkey.databases:6379` */
export const HOST_AND_PORT = new RegExp(`^(?:${LABEL}(?:\\.${LABEL})*|\\[[0-9a-f:.]+\\]):${PORT}$`);

/** A Gateway, as `name` or `namespace/name`. */
export const GATEWAY = new RegExp(`^(?:${LABEL}/)?${LABEL}(?:\\.${LABEL})*$`);

const RANGE = new RegExp(`^([^/]+/\\d{1,3})(?::(${PORT}))?$`);

/** Addresses that pods may call. */
export interface EgressRange {
  readonly cidr: string;
  /** All ports without one. */
  readonly port: number | undefined;
}

/** Reads `10.1.2.3/32:5432`; undefined for what is no range. */
export function readRange(text: string): EgressRange | undefined {
  const [, cidr, port] = RANGE.exec(text) ?? [];
  return cidr === undefined || !isAddressRange(cidr) ? undefined : { cidr, port: port === undefined ? undefined : Number(port) };
}
