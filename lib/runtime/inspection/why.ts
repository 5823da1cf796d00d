import { CATALOG, fillMessage, type GatewayError } from '../../errors';
import type { Why } from './protocol';

/** The cause of an answer that the gateway gave itself, without the code. */
export function sentenceOf({ code, message }: GatewayError): string {
  return message.slice(`[${code}] `.length);
}

/** Cause, code and what to do; the one source of what page, log and header say. */
export function whyOf(error: GatewayError): Why {
  const { nearest } = error.details;
  return {
    code: error.code,
    sentence: sentenceOf(error),
    fix: fillMessage(CATALOG[error.code].help, error.details),
    ...(typeof nearest === 'string' && nearest !== '' ? { nearest } : {}),
    details: error.details,
  };
}

/** The same as one text, for the log and the header. */
export function whyText({ code, sentence, fix }: Why): string {
  return `[${code}] ${sentence}${fix === undefined ? '' : `${/[.?!]$/.test(sentence) ? '' : '.'} ${fix}`}`;
}
