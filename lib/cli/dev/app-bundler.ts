import { existsSync, realpathSync, rmSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import path from 'node:path';
import type * as Esbuild from 'esbuild';
import { isBuildFailure } from '../../synth';
import { filesOfErrors } from '../../sources';
import { appBuildOptions, directoriesAbove, loadEsbuild, notBundled, type BundledApp } from '../bundle-app';
import { packageDirectory } from '../version';
import type { Watched } from './file-watcher';

type Context = Esbuild.BuildContext<Esbuild.BuildOptions & { readonly metafile: true }>;

/** Bundles an app again and again; only what changed is read. */
export interface AppBundler {
  /** @throws APP_BUNDLER_MISSING, APP_NOT_BUNDLED */
  readonly bundle: (file: string) => Promise<BundledApp>;
  /** Returns the files and directories that the last bundle was made of. */
  readonly inputs: () => Watched;
  readonly close: () => Promise<void>;
}

export function createAppBundler(): AppBundler {
  let opened: { readonly file: string; readonly outfile: string; readonly context: Context } | undefined;
  let inputs: Watched = { files: [], directories: [] };

  const open = async (file: string): Promise<NonNullable<typeof opened>> => {
    if (opened?.file === file) return opened;
    await opened?.context.dispose();
    const options = { ...appBuildOptions(file), absWorkingDir: path.dirname(file), metafile: true } as const;
    opened = { file, outfile: options.outfile, context: await loadEsbuild(file).context(options) };
    return opened;
  };

  return {
    bundle: async (file) => {
      inputs = { ...inputs, files: [...new Set([...inputs.files, file])] };
      const { context, outfile } = await open(file);
      try {
        const { metafile } = await context.rebuild();
        inputs = inputsOf(metafile, file);
      } catch (cause) {
        const failed = isBuildFailure(cause) ? filesOfErrors(cause, path.dirname(file)) : [];
        inputs = { ...inputs, files: [...new Set([...inputs.files, ...failed])] };
        throw await notBundled(loadEsbuild(file), file, cause);
      }
      return { file: outfile, remove: () => rmSync(outfile, { force: true }) };
    },
    inputs: () => inputs,
    close: async () => { await opened?.context.dispose(); },
  };
}

function inputsOf({ inputs, outputs }: Esbuild.Metafile, app: string): Watched {
  const imports = Object.values(outputs).flatMap((output) => output.imports.filter(({ external }) => external === true));
  return {
    files: Object.keys(inputs).map((file) => path.resolve(path.dirname(app), file)),
    directories: [...new Set(imports.flatMap(({ path: name }) => workspacePackage(name, app)))],
  };
}

/** The directory of a package that is a link to sources, as in a workspace: its files are edited like the app's own. Ours is running. */
function workspacePackage(name: string, app: string): string[] {
  if (isBuiltin(name)) return [];
  try {
    const file = realpathSync(path.isAbsolute(name) ? name : createRequire(app).resolve(name));
    if (file.includes(`${path.sep}node_modules${path.sep}`)) return [];
    const directory = directoriesAbove(file).find((above) => existsSync(path.join(above, 'package.json')));
    const isWatched = directory !== undefined && directory !== packageDirectory() && !app.startsWith(directory + path.sep);
    return isWatched ? [directory] : [];
  } catch {
    return []; // it cannot be found here: running the app reports it
  }
}
