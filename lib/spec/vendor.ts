import * as z from 'zod';

const word = (fallback: string, meaning: string) => z.string().regex(/^[A-Za-z][A-Za-z0-9-]*$/).default(fallback).describe(meaning);

/**
 * The vendor's words inside header and field names. The defaults are AWS's, so existing code runs unchanged.
 * @see base specification: `<vendor>`, `<cdn>`, `<idp>`
 */
export const vendorSchema = z.strictObject({
  service: word('amzn', 'x-<service>-RequestId, x-<service>-ErrorType, X-<service>-Trace-Id, x-<service>-Remapped-*'),
  platform: word('amz', 'X-<platform>-Date, X-<platform>-Cf-Id, x-<platform>-apigw-id, X-<platform>-Invocation-Type'),
  contentDelivery: word('CloudFront', '<contentDelivery>-Viewer-Country, <contentDelivery>-Is-*-Viewer, X-Cache, Via'),
  identityProvider: word('cognito', 'requestContext.identity.<identityProvider>IdentityId and its siblings'),
});

export type VendorSpec = z.output<typeof vendorSchema>;

/** AWS's words. */
export const DEFAULT_VENDOR: VendorSpec = vendorSchema.parse({});
