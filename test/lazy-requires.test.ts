import vm from 'node:vm';
import { callExports } from './support/scripts/call-exports';

/** As TypeScript compiles a module. */
const COMPILED = [
  'const a_1 = require("./a");',
  'var b_1 = require("./b");',
  'exports.c = __importStar(require("./c"));',
  'Object.defineProperty(exports, "B", { enumerable: true, get: function () { return b_1.B; } });',
  'exports.make = () => [new a_1.A(), ...a_1.list, (0, a_1.call)()];',
].join('\n');

const [lazy, refused] = callExports('scripts/lazy-requires.mjs', [
  ['withLazyRequires', COMPILED],
  ['withLazyRequires', 'const a_1 = require("./a");\nexports.all = Object.keys(a_1);'],
]);

test('a compiled module loads another when a name of it is first used, and once', () => {
  const loaded: string[] = [];
  const modules: Readonly<Record<string, object>> = { './a': { A: class {}, list: [1], call: () => 2 }, './b': { B: 3 }, './c': { C: 4 } };
  const load = (name: string): object | undefined => {
    loaded.push(name);
    return modules[name];
  };
  const exported: Record<string, unknown> = {};
  vm.runInNewContext(String(lazy?.value), { exports: exported, require: load });
  expect(loaded).toEqual([]);
  const make = exported.make as () => unknown; // the compiled text above
  expect(make()).toMatchObject([{}, 1, 2]);
  make();
  expect(loaded).toEqual(['./a']);
  expect(exported).toMatchObject({ B: 3, c: { C: 4 } });
  expect(loaded).toEqual(['./a', './b', './c']);
});

test('an import that is used as a whole is refused, as its names cannot be seen', () => {
  expect(refused?.error).toMatch(/a_1 is used as a whole/);
});
