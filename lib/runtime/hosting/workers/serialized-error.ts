import { GatewayError } from '../../../errors';
import { defectText } from '../../system/defect-text';
import type { SerializedError } from './messages';

/** An error in transit; an unexpected one arrives as INTERNAL with its stack. */
export function serializeError(error: unknown): SerializedError {
  if (!GatewayError.isGatewayError(error)) return { code: 'INTERNAL', details: { reason: defectText(error) } };
  return { code: error.code, details: error.details, ...(error.location === undefined ? {} : { location: error.location }) };
}

export function deserializeError({ code, details, location }: SerializedError): GatewayError {
  return new GatewayError(code, details, { ...(location === undefined ? {} : { location }), ...(code === 'INTERNAL' ? { cause: details.reason } : {}) });
}
