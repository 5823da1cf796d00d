import path from 'node:path';
import { bundleFiles, entryBuildOptions, isBuildFailure, needsModule, type CodeFiles } from '../synth';
import { loadEsbuild, notBundled } from './bundle-app';

/**
 * Bundles a source file as a function with an entry is bundled: CommonJS, or an ES module where the source needs one.
 * @throws APP_BUNDLER_MISSING, APP_NOT_BUNDLED
 */
export async function bundleEntry(file: string): Promise<CodeFiles> {
  const source = { entry: file, projectDirectory: path.dirname(file), bundling: {} };
  const esbuild = loadEsbuild(file);
  try {
    const result = await esbuild.build(entryBuildOptions(source, 'cjs'));
    if (!needsModule(result)) return bundleFiles(result);
  } catch (error) {
    if (!isBuildFailure(error)) throw error;
  }
  try {
    return bundleFiles(await esbuild.build(entryBuildOptions(source, 'esm')));
  } catch (error) {
    throw await notBundled(esbuild, file, error);
  }
}
