import * as z from 'zod';

const TOKEN = /\$\{token:[^}]+\}/g;

/** Whether keys may be fetched from a URL: over https, or from this machine. */
export function isTrustworthyUrl(url: string): boolean {
  if (!URL.canParse(url)) return false;
  const { protocol, hostname, username, password } = new URL(url);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

/** Whether a URL refers to this machine. */
export function isLocalUrl(url: string): boolean {
  return /^https?:\/\/(localhost|127(\.\d+){3}|\[::1\])(?=[:/]|$)/.test(url);
}

/** An issuer, or another URL that keys are fetched from. With CDK tokens in it, it is checked once their values are known. */
export const issuerSchema = z
  .string()
  .refine((text) => !/[\s?#]/.test(text) && (text.startsWith('${token:') || isTrustworthyUrl(text.replace(TOKEN, 'x'))), 'https://…, or http:// of this machine');
