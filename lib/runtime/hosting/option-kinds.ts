import * as z from 'zod';
import { FUNCTION_PERMISSIONS } from '../functions';
import { described } from '../options/option';

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
