import type { BundlingOptions } from '../../constructs';

/**
 * Options for the code that runs locally instead of an existing function. A function in JavaScript or Python, or with a custom runtime,
 * whose code is a directory in the cloud assembly, or inline in the template, needs none of them.
 */
export interface ExistingFunctionOptions {
  /**
   * Source file (TypeScript or JavaScript) that esbuild bundles for the local gateway. Either `entry` or `code`.
   * @default - the function's own code, if it can run locally
   */
  readonly entry?: string;

  /**
   * Directory with code that the local gateway runs unchanged. Either `entry` or `code`.
   * @default - the function's own code, if it can run locally
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
   * Local environment variables, which take precedence over those of the function itself.
   * @default - those of the function itself
   */
  readonly environment?: Record<string, string>;

  /**
   * Name of the function in the spec: letters, digits, `_` and `-`.
   * @default - the construct path below the app, joined by `-`
   */
  readonly functionName?: string;
}
