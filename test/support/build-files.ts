import path from 'node:path';

const build = path.resolve(__dirname, '..', '..', 'build');

/** The gateway as it is published. */
export const runtimeFile = path.join(build, 'runtime', 'index.js');

/** What the command does before it loads the gateway. */
export const beforeLoadingFile = path.join(build, 'runtime', 'before-loading.js');

/** What the runtime bundles are made of, as esbuild's metafile. */
export const runtimeMetafile = path.join(build, 'runtime', 'meta.json');
