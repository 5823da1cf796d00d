import * as z from 'zod';

/** AWS's names. */
export const DEFAULT_VENDOR = { headerPrefix: 'amzn', shortPrefix: 'amz', cdnName: 'CloudFront', identityProviderName: 'cognito' } as const;

const word = (fallback: string, meaning: string) => z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/).default(fallback).describe(meaning);

/**
 * The vendor's names inside header and field names. The defaults are AWS's, so existing code runs unchanged.
 * @see base specification: `<vendor>`, `<cdn>`, `<idp>`
 */
export const vendorSchema = z.strictObject({
  headerPrefix: word(DEFAULT_VENDOR.headerPrefix, 'x-<headerPrefix>-RequestId, x-<headerPrefix>-ErrorType, X-<headerPrefix>-Trace-Id, x-<headerPrefix>-Remapped-*'),
  shortPrefix: word(DEFAULT_VENDOR.shortPrefix, 'X-<shortPrefix>-Date, X-<shortPrefix>-Cf-Id, x-<shortPrefix>-apigw-id, X-<shortPrefix>-Invocation-Type'),
  cdnName: word(DEFAULT_VENDOR.cdnName, '<cdnName>-Viewer-Country, <cdnName>-Is-*-Viewer, X-Cache, Via'),
  identityProviderName: word(DEFAULT_VENDOR.identityProviderName, 'requestContext.identity.<identityProviderName>IdentityId and its siblings'),
});

export type VendorSpec = z.output<typeof vendorSchema>;

/** `amzn` → `Amzn`: vendor names are capitalized in header names of the form `X-Amzn-…`. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
