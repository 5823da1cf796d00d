import path from 'node:path';

const build = path.resolve(__dirname, '..', '..', 'build');

/** The gateway as it is published. */
export const runtimeFile = path.join(build, 'runtime', 'index.js');

/** The module that the command runs before it loads the gateway. */
export const beforeLoadingFile = path.join(build, 'runtime', 'before-loading.js');

/** The metafile of the runtime bundles, as esbuild writes it. */
export const runtimeMetafile = path.join(build, 'runtime', 'meta.json');
