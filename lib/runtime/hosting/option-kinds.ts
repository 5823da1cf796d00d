import * as z from 'zod';
import { isAddressRange } from '../edge/addresses';
import { FUNCTION_PERMISSIONS } from '../functions';
import { Dashboard } from '../inspection/dashboard';
import { BASE_PATH } from '../router/base-path';
import { SERVER_LIMIT_OPTIONS } from '../server/server-limits';
import { described, objectOf, texts, wholeNumber, yesOrNo } from '../options/option';

/** The longest that a timer of Node waits. */
const LONGEST_MS = 2_147_483_647;
const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/* Kinds of values that options of `serve` share. */

export const permissions = () => described(`lists of ${FUNCTION_PERMISSIONS.join(', ')} by name of a function`, (expected) =>
  z.record(z.string(), z.array(z.enum(FUNCTION_PERMISSIONS, FUNCTION_PERMISSIONS.join(', ')), expected).readonly(), expected).readonly());

export const fileOrNone = () => described('true, false or a file', (expected) => z.union([z.boolean(), z.string().min(1)], expected));

export const directoryOrNone = () => described('true, false or a directory', (expected) => z.union([z.boolean(), z.string().min(1)], expected));

export const addressRanges = () => described('a list of IP addresses and ranges such as 10.0.0.0/8', (expected) =>
  z.array(z.string('a string').refine(isAddressRange, 'an IP address or a range such as 10.0.0.0/8'), expected).readonly());

export const waits = () => described('a list of whole numbers from 0', (expected) => z.array(wholeNumber(0, LONGEST_MS).schema, expected).readonly());

export const endpoints = () => described('an object with an http(s) URL per service, or "*" for all', (expected) =>
  z.record(z.string(), z.string(expected).regex(/^https?:\/\/[^\s?#]+$/, expected), expected).readonly());

export const linkAddresses = () => described('an object with an address such as http://127.0.0.1:8080, without a path, per VPC link', (expected) =>
  z.record(z.string(), z.string(expected).refine(isOrigin, expected), expected).readonly());

function isOrigin(address: string): boolean {
  return /^https?:\/\/[^/?#@\s\\]+\/?$/.test(address) && URL.canParse(address);
}

export function serverLimits() {
  const members = Object.entries(SERVER_LIMIT_OPTIONS).map(([name, { schema }]) => [name, schema.optional()]);
  return objectOf(Object.fromEntries(members) as { [Name in keyof typeof SERVER_LIMIT_OPTIONS]: z.ZodOptional<(typeof SERVER_LIMIT_OPTIONS)[Name]['schema']> }); // each name of the table
}

/** Requests per second, or requests at once. */
export const rate = () => z.custom<number>((value) => typeof value === 'number' && value >= 0, 'a number from 0, or Infinity');

export const inspected = () => described('an object with port, functions, waits and autoAttach', (expected) => z.strictObject({
  port: wholeNumber(0, 65_535).schema, functions: texts().schema.optional(), waits: yesOrNo().schema.optional(),
  autoAttach: z.record(z.string(), z.string(expected), expected).readonly().optional(),
}, expected).readonly());

export const variablesByFunction = () => described('an object with an object of strings per function name, or "*" for all functions', (expected) =>
  z.record(z.string(), z.record(z.string().regex(VARIABLE_NAME, expected), z.string(expected), expected), expected).readonly());

export const yesNoOrUrl = () => described('true, false or a URL', (expected) =>
  z.union([z.boolean(), z.url({ protocol: /^https?$/, error: expected })], expected));

export const yesNoOrDashboard = () => described('true, false or a dashboard of createDashboard()', (expected) =>
  z.union([z.boolean(), z.custom<Dashboard>((value) => Dashboard.isDashboard(value), expected)], expected));

export const basePathsByApi = () => described('an object with a base path such as "orders" or "(none)" by name of an API, or of an API and its stage', (expected) =>
  z.record(z.string(), z.string(expected).regex(BASE_PATH, 'a base path such as "orders" or "(none)", with no "." or ".." segments'), expected).readonly());
