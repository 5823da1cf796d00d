import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import Module from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { beforeLoadingFile } from '../../support/build-files';

let directory: string;
beforeEach(() => { directory = mkdtempSync(path.join(tmpdir(), 'synthgate-compiled-')); });
afterEach(() => rmSync(directory, { recursive: true }));

const FILLER = `// ${'long enough to be kept '.repeat(2000)}\n`;
/** A module that uses everything a module has. */
const whole = (text: string) => `${FILLER}
exports.said = ${JSON.stringify(text)};
exports.own = require('./other.js').own;
exports.place = [__filename, __dirname, module.filename, require.resolve('./other.js'), this === exports];
exports.later = Promise.resolve().then(() => require('node:path').sep);
`;

/** Loads the module as the command does, in a process of its own. */
function load(): object {
  const program = `
    const { keepCompiledCode } = require(${JSON.stringify(beforeLoadingFile)});
    keepCompiledCode(${JSON.stringify(path.join(directory, 'files'))}, ${JSON.stringify(path.join(directory, 'kept'))});
    const loaded = require(${JSON.stringify(path.join(directory, 'files', 'main.js'))});
    loaded.later.then((later) => console.log(JSON.stringify({ ...loaded, later })));
  `;
  const { stdout, stderr } = spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' });
  expect(stderr).toBe('');
  return JSON.parse(stdout) as object;
}

function write(text: string): void {
  mkdirSync(path.join(directory, 'files'), { recursive: true });
  writeFileSync(path.join(directory, 'files', 'main.js'), whole(text));
  writeFileSync(path.join(directory, 'files', 'other.js'), 'exports.own = 7;');
}

const expected = (said: string) => {
  const files = path.join(directory, 'files');
  const main = path.join(files, 'main.js');
  return { said, own: 7, place: [main, files, main, path.join(files, 'other.js'), true], later: path.sep };
};

test('a module runs the same when it is compiled and when its code is kept', () => {
  write('hello');
  expect(load()).toEqual(expected('hello'));
  expect(load()).toEqual(expected('hello'));
});

test('a module that has changed is compiled again', () => {
  write('hello');
  load();
  write('hullo');
  expect(load()).toEqual(expected('hullo'));
});

test('where nothing can be kept, it runs all the same', () => {
  write('hello');
  writeFileSync(path.join(directory, 'kept'), 'no directory');
  expect(load()).toEqual(expected('hello'));
});

/** From Node 22 on, Node itself keeps the code. */
const isOurs = !('enableCompileCache' in Module);
(isOurs ? describe : describe.skip)('before Node 22', () => {
  const kept = () => {
    const [versioned = ''] = readdirSync(path.join(directory, 'kept'));
    return readdirSync(path.join(directory, 'kept', versioned)).map((name) => path.join(directory, 'kept', versioned, name));
  };
  const only = () => {
    const [file = '', ...others] = kept();
    expect(others).toEqual([]);
    return file;
  };

  test('code is kept once, of the files that are long', () => {
    write('hello');
    load();
    const file = only();
    expect(path.basename(file)).toMatch(/^main\.js-\d+-/);
    const { ino } = statSync(file);
    load();
    expect(statSync(only()).ino).toBe(ino);
  });

  test('what is kept of a module that has changed is replaced', () => {
    write('hello');
    load();
    const former = only();
    write('another text');
    load();
    expect(only()).not.toBe(former);
  });

  test.each([['cut', (content: Buffer) => content.subarray(0, 5000)], ['changed', (content: Buffer) => { content[2000]! ^= 64; return content; }]])(
    'kept code that was %s is not used, and written again', (_, damage) => {
      write('hello');
      load();
      const file = only();
      const intact = readFileSync(file);
      writeFileSync(file, damage(Buffer.from(intact)));
      expect(load()).toEqual(expected('hello'));
      expect(readFileSync(only())).toHaveLength(intact.length);
    },
  );
});
