import * as z from 'zod';

/** @see https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-integrations-lambda.html */
const PAYLOAD_FORMAT_VERSIONS = ['1.0', '2.0'] as const;
export type PayloadFormatVersion = (typeof PAYLOAD_FORMAT_VERSIONS)[number];

/** The format of what a function of an HTTP API receives and returns. */
export const payloadFormatVersionSchema = z.enum(PAYLOAD_FORMAT_VERSIONS);
