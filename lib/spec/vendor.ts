import * as z from 'zod';

const word = (fallback: string, meaning: string) => z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/).default(fallback).describe(meaning);

/**
 * The vendor's names inside header and field names. The defaults are AWS's, so existing code runs unchanged.
 * @see base specification: `<vendor>`, `<cdn>`, `<idp>`
 */
export const vendorSchema = z.strictObject({
  headerPrefix: word('amzn', 'x-<headerPrefix>-RequestId, x-<headerPrefix>-ErrorType, X-<headerPrefix>-Trace-Id, x-<headerPrefix>-Remapped-*'),
  shortPrefix: word('amz', 'X-<shortPrefix>-Date, X-<shortPrefix>-Cf-Id, x-<shortPrefix>-apigw-id, X-<shortPrefix>-Invocation-Type'),
  cdnName: word('CloudFront', '<cdnName>-Viewer-Country, <cdnName>-Is-*-Viewer, X-Cache, Via'),
  identityProviderName: word('cognito', 'requestContext.identity.<identityProviderName>IdentityId and its siblings'),
});

export type VendorSpec = z.output<typeof vendorSchema>;

/** AWS's names. */
export const DEFAULT_VENDOR: VendorSpec = vendorSchema.parse({});
