/** How esbuild bundles the source of a function. */
export interface BundlingOptions {
  /**
   * Whether the bundle is minified.
   * @default false
   */
  readonly minify?: boolean;

  /**
   * Whether the bundle has a source map, so that stack traces refer to the source.
   * @default - true for the gateway; false on AWS, as with NodejsFunction
   */
  readonly sourceMap?: boolean;

  /**
   * Modules to exclude from the bundle because the runtime environment provides them.
   * @default - none for the gateway; on AWS what the runtime provides, as with NodejsFunction
   */
  readonly externalModules?: string[];

  /**
   * Global identifiers to replace with values, e.g. `{'process.env.STAGE': '"test"'}`.
   * @default - none
   */
  readonly define?: Record<string, string>;

  /** Further options of esbuild, of functions that Lambda runs as well. @internal */
  readonly _esbuild?: EsbuildOptions;

  /** Directories of layers, whose modules are bundled. @internal */
  readonly _layers?: string[];
}

/** Options that change what the code of a function does, by the names of NodejsFunction. */
interface EsbuildOptions {
  readonly loader?: Record<string, string>;
  readonly tsconfig?: string;
  readonly mainFields?: string[];
  readonly inject?: string[];
  readonly banner?: string;
  readonly footer?: string;
  readonly keepNames?: boolean;
  readonly format?: string;
}
