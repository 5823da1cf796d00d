import * as z from 'zod';
import { HTTP_METHODS } from './http-method';

const METHODS = HTTP_METHODS.join('|');

/**
 * The key of a method in limits and settings: path, slash, method as declared: `/pets/GET`, `/pets/{id}/ANY`,
 * and `//GET` for GET on the root.
 * @see https://docs.aws.amazon.com/cdk/api/v2/docs/aws-cdk-lib.aws_apigateway.StageOptions.html#methodoptions
 */
export function methodKey(path: string, httpMethod: string): string {
  return `${path}/${httpMethod}`;
}

/** The key of one method. */
export const methodKeySchema = z
  .string()
  .regex(new RegExp(`^/.*/(${METHODS})$`), 'a path, a slash and a method: /pets/GET, or //GET for the root');

/** The key of one method, all methods of a path, one method on all paths, or all methods. */
export const methodPatternSchema = z
  .string()
  .regex(new RegExp(`^(\\*/\\*|/.*/(${METHODS}|\\*))$`), '*/*, /pets/GET, /pets/*, /*/GET, or //GET for the root');

/** The patterns that match a method, from the widest to the narrowest. */
export function methodPatterns(path: string, httpMethod: string): readonly string[] {
  return ['*/*', methodKey('/*', httpMethod), methodKey(path, '*'), methodKey(path, httpMethod)];
}

/** Whether a pattern names a single method. */
export function isOneMethod(pattern: string): boolean {
  return !pattern.startsWith('/*/') && !pattern.endsWith('/*');
}
