// Makes the modules that TypeScript has compiled load each other on first use. Babel does the same, but only while it compiles ES
// modules itself, and these are compiled by jsii.

/** `const spec_1 = require("../spec");`, which TypeScript uses as `spec_1.name` only. */
const REQUIRED = /^(?:const|var) (\w+_\d+) = require\("(\.[^"]*)"\);$/gm;
/** `exports.aws = __importStar(require("./aws"));`, of `export * as aws`. */
const NAMESPACE = /^exports\.(\w+) = __importStar\(require\("(\.[^"]*)"\)\);$/gm;

/**
 * The text of a compiled module in which a relative import loads its module when a name of it is first used.
 * @throws Error if an import is used in any other way than by a name of it
 */
export function withLazyRequires(text) {
  const names = [...text.matchAll(REQUIRED)].map(([, name]) => name);
  return names.reduce(withLoads, text)
    .replace(REQUIRED, (_, name, file) => `let ${name}$; const ${name} = { get loaded() { return ${name}$ ??= require("${file}"); } };`)
    .replace(NAMESPACE, (_, name, file) => `Object.defineProperty(exports, "${name}", { enumerable: true, get: () => require("${file}") });`);
}

function withLoads(text, name) {
  return text.replace(new RegExp(`\\b${name}\\b(?! = require\\()`, 'g'), (_, offset) => {
    if (text[offset + name.length] !== '.') throw new Error(`${name} is used as a whole: ${text.slice(offset, offset + 80)}`);
    return `${name}.loaded`;
  });
}
