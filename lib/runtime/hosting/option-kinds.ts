import * as z from 'zod';
import { FUNCTION_PERMISSIONS } from '../functions';
import { BASE_PATH } from '../router/base-path';
import { described, texts, wholeNumber, yesOrNo } from '../options/option';

const VARIABLE_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/* Kinds of values that options of `serve` share. */

/** Permissions of functions. */
export const permissions = () => described(`lists of ${FUNCTION_PERMISSIONS.join(', ')} by name of a function`, (expected) =>
  z.record(z.string(), z.array(z.enum(FUNCTION_PERMISSIONS, FUNCTION_PERMISSIONS.join(', ')), expected).readonly(), expected).readonly());

/** A file that may be the default one. */
export const fileOrNone = () => described('true, false or a file', (expected) => z.union([z.boolean(), z.string().min(1)], expected));

/** Addresses of AWS services. */
export const endpoints = () => described('an object with an http(s) URL per service, or "*" for all', (expected) =>
  z.record(z.string(), z.string(expected).regex(/^https?:\/\/[^\s?#]+$/, expected), expected).readonly());

/** Requests per second, or requests at once. */
export const rate = () => z.custom<number>((value) => typeof value === 'number' && value >= 0, 'a number from 0, or Infinity');

/** Functions that a debugger can attach to. */
export const inspected = () => described('an object with port, functions, waits and autoAttach', (expected) => z.strictObject({
  port: wholeNumber(0, 65_535).schema, functions: texts().schema.optional(), waits: yesOrNo().schema.optional(),
  autoAttach: z.record(z.string(), z.string(expected), expected).readonly().optional(),
}, expected).readonly());

/** Environment variables by function. */
export const variablesByFunction = () => described('an object with an object of strings per function name, or "*" for all functions', (expected) =>
  z.record(z.string(), z.record(z.string().regex(VARIABLE_NAME, expected), z.string(expected), expected), expected).readonly());

/** An address, or whether there is one. */
export const yesNoOrUrl = () => described('true, false or a URL', (expected) =>
  z.union([z.boolean(), z.url({ protocol: /^https?$/, error: expected })], expected));

/** Base paths by API. */
export const basePathsByApi = () => described('an object with a base path such as "orders" or "(none)" by name of an API, or of an API and its stage', (expected) =>
  z.record(z.string(), z.string(expected).regex(BASE_PATH, 'a base path such as "orders" or "(none)", with no "." or ".." segments'), expected).readonly());
