// The parts of the joined library that few apps need: files of their own beside build/library/index.js, which are read when a module
// of theirs is first used. Reading and parsing the whole library takes longer than declaring a small API.
import path from 'node:path';

/** File in build/library/ → the modules inside, by the beginning of their names. The rest, and Zod, are in index.js. */
export const PARTS = {
  aws: ['aws/'],
  messages: ['errors/catalog/'],
  documents: ['openapi/api-gateway/', 'openapi/import/', 'openapi/schema/', 'openapi/standard/'],
};

/** `aws/render/api`, of its file. */
export function moduleOf(file, build) {
  return path.relative(build, file).replaceAll(path.sep, '/').replace(/\.js$/, '');
}

function partOf(module) {
  return Object.keys(PARTS).find((part) => PARTS[part].some((beginning) => module.startsWith(beginning))) ?? 'index';
}

const REQUIRED = /\brequire\("(\.[^"]*)"\)/g;

/** Modules of a part that others require. @param modules - name → compiled text */
export function namesOfPart(part, modules) {
  const names = [...modules].filter(([module]) => partOf(module) !== part).flatMap(([module, text]) =>
    [...text.matchAll(REQUIRED)].map(([, required]) => resolved(module, required, modules)));
  return [...new Set(names)].filter((name) => partOf(name) === part).sort();
}

function resolved(module, required, modules) {
  const name = path.posix.join(path.posix.dirname(module), required.replace(/\.js$/, ''));
  return modules.has(name) ? name : path.posix.join(name, 'index');
}

/** Turns what a module of one part requires of another into `require('./aws.js')['aws/index']`. */
export function partsOf(part, build) {
  return {
    name: 'parts',
    setup(pluginBuild) {
      const elsewhere = (of, name) => ({ path: name, namespace: 'parts', pluginData: of });
      if (part !== 'index') pluginBuild.onResolve({ filter: /^zod$/ }, () => elsewhere('index', 'zod'));
      pluginBuild.onResolve({ filter: /^\./ }, async ({ path: required, resolveDir, importer, kind, pluginData, namespace }) => {
        if (namespace === 'parts') return { path: required, external: true };
        if (pluginData === SEEN || kind === 'entry-point') return undefined;
        const { path: file } = await pluginBuild.resolve(required, { resolveDir, importer, kind, pluginData: SEEN });
        const module = moduleOf(file, build);
        return partOf(module) === part ? undefined : elsewhere(partOf(module), module);
      });
      pluginBuild.onLoad({ filter: /./, namespace: 'parts' }, ({ path: name, pluginData: of }) => ({
        contents: `module.exports = require('./${of}.js')['${name}'];`,
      }));
    },
  };
}

/** Marks what is resolved here already. */
const SEEN = Symbol('seen');
