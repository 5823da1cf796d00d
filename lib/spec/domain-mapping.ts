import * as z from 'zod';
import { LIMITS } from './limits';

/** Path segments of the characters that API Gateway takes; clients resolve dot segments before they send a path. */
export const MAPPING_KEY = /^(?!(?:.*\/)?\.{1,2}(?:\/|$))[\w$.+!*'()-]+(?:\/[\w$.+!*'()-]+)*$/;

/** A custom domain that leads to a stage. @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-mappings.html */
export const domainMappingSchema = z.strictObject({
  domainName: z.string().min(1).describe('Its name, the host of requests.'),
  mappingKey: z.string().regex(MAPPING_KEY, 'segments of letters, digits and -_.+!*\'()$').max(LIMITS.mappingKeyLength.max).optional()
    .describe('First segments of their paths; without it, all that have no other key. The longest key wins.'),
});

export type DomainMappingSpec = z.output<typeof domainMappingSchema>;

/** `api.example.com/v1/orders`, for people. */
export function domainAddress({ domainName, mappingKey }: DomainMappingSpec): string {
  return mappingKey === undefined ? domainName : `${domainName}/${mappingKey}`;
}
