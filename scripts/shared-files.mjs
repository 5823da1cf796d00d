// Libraries that several bundles use, or that few definitions need: files of their own in build/library/, of which the package
// has one copy and which a program reads when it first needs them.

/** File in build/library/ → the packages inside. Those of a file share one copy of what they have in common. */
export const SHARED_FILES = {
  ajv: ['ajv-draft-04', 'ajv-formats', 'ajv/dist/2020'],
  re2: ['re2js'],
  regexpp: ['@eslint-community/regexpp'],
  velocity: ['velocityjs'],
  x509: ['@peculiar/asn1-schema', '@peculiar/asn1-x509'],
  yaml: ['yaml'],
};

/**
 * Turns `require('velocityjs')` into `require('../library/velocity.js')['velocityjs']`.
 * @param folder - of build/library/, seen from the bundle that is built
 */
export function sharedFiles(folder) {
  return {
    name: 'shared-files',
    setup(build) {
      for (const [file, packages] of Object.entries(SHARED_FILES)) {
        for (const name of packages) {
          build.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({ path: name, namespace: 'shared-files', pluginData: file }));
        }
        build.onResolve({ filter: new RegExp(`/${file}\\.js$`), namespace: 'shared-files' }, ({ path }) => ({ path, external: true }));
      }
      build.onLoad({ filter: /./, namespace: 'shared-files' }, ({ path: name, pluginData: file }) => ({
        contents: `module.exports = require('${folder}/${file}.js')['${name}'];`,
      }));
    },
  };
}

/** The text of a module whose names are read when they are first used. @param values - name → expression */
export function lazyExports(values) {
  return Object.entries(values).map(([name, value]) => `Object.defineProperty(exports, '${name}', { enumerable: true, get: () => ${value} });`).join('\n');
}
