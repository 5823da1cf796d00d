// Turns the TypeScript of a page's tests into what jest runs.
const { transformSync } = require('esbuild');

module.exports = {
  process: (text, file) => ({ code: transformSync(text, { loader: 'ts', format: 'cjs', target: 'node20', sourcefile: file }).code }),
};
