import type { BundlingOptions } from '../../constructs';

/**
 * What runs here in the place of a function that exists on AWS. A function of Node.js whose code is a directory in the cloud
 * assembly, or stands in the template, needs nothing of this.
 */
export interface ExistingFunctionOptions {
  /**
   * Source file (TypeScript or JavaScript) that esbuild bundles for the gateway here. Either `entry` or `code`.
   * @default - the function's own code, where it can run here
   */
  readonly entry?: string;

  /**
   * Directory that is taken as it is, for the gateway here. Either `entry` or `code`.
   * @default - the function's own code, where it can run here
   */
  readonly code?: string;

  /**
   * Entry point of the stand-in: with `entry` the name of the export, with `code` `<file without extension>.<export>`.
   * @default - `handler`, or `index.handler`
   */
  readonly handler?: string;

  /**
   * How the source of the stand-in is bundled.
   * @default - one file for Node.js 20 with a source map
   */
  readonly bundling?: BundlingOptions;

  /**
   * Environment variables here, before those of the function itself.
   * @default - those of the function itself
   */
  readonly environment?: Record<string, string>;

  /**
   * Name of the function in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly functionName?: string;
}
