import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createTestGateway } from 'synthgate/testing';
import { compilerErrors } from './support/compiler-errors';
import { makeProject, type Project } from './support/docs/project';
import { fileOf, readPages, snippetsOf, type Page } from './support/docs/snippets';

const root = path.resolve(__dirname, '..');
const pages = readPages(root);
/** The TypeScript files of all pages, and what the compiler says of them once it was asked. */
const typedFiles: string[] = [];
let foundErrors: readonly string[] | undefined;
/** Languages of blocks that are not files: output, commands, diagrams. */
const UNNAMED = ['', 'sh', 'mermaid'];

describe('snippets', () => {
  test('are files with a name, commands, data, or marked as fragments', () => {
    const unmarked = pages.flatMap(({ snippets }) => snippets)
      .filter((snippet) => !snippet.isFragment && !UNNAMED.includes(snippet.language) && fileOf(snippet) === undefined);
    expect(unmarked.map(({ location }) => `${location}: give its file in the first line, or mark it as fragment`)).toEqual([]);
  });

  test('the file names of a page are different', () => {
    for (const { name, snippets } of pages) {
      const files = snippets.flatMap((snippet) => fileOf(snippet) ?? []);
      expect(`${name}: ${files.join(' ')}`).toBe(`${name}: ${[...new Set(files)].join(' ')}`);
    }
  });

  test('all errors of types belong to a page', () => {
    expect(typedFiles.length).toBeGreaterThan(20);
    expect(typeErrors().filter((error) => !typedFiles.some((file) => error.startsWith(file)))).toEqual([]);
  });

  test('are found with their language, mark and file', () => {
    const page = '# x\n\n```ts\n// a/b.ts\nlet a;\n```\n\n```sh fragment\nnpm i\n```\n\n```\nplain\n```\n';
    expect(snippetsOf('p.md', page)).toEqual([
      { location: 'p.md:3', language: 'ts', isFragment: false, text: '// a/b.ts\nlet a;\n' },
      { location: 'p.md:8', language: 'sh', isFragment: true, text: 'npm i\n' },
      { location: 'p.md:12', language: '', isFragment: false, text: 'plain\n' },
    ]);
    expect(fileOf(snippetsOf('p.md', page)[0])).toBe('a/b.ts');
  });
});

describe.each(pages.filter(hasFiles))('$name', (page) => {
  const project = projectOf(page);
  afterAll(() => project.remove());

  test('its files have no type errors', () => {
    expect(typeErrors().filter((error) => error.startsWith(project.directory))).toEqual([]);
  });

  test('its definition can be synthesized, and its commands run', () => {
    if (filesOf(page).includes('app.ts')) {
      project.run('synthgate synth --app app.ts --quiet');
      expect(existsSync(path.join(project.directory, 'gateway.out', 'manifest.json'))).toBe(true);
    }
    for (const { text, language, isFragment } of page.snippets) {
      if (language === 'sh' && !isFragment) project.run(`set -e\n${text}`);
    }
  });

  const tests = filesOf(page).filter((file) => file.endsWith('.test.ts'));
  if (tests.length === 0) return;
  test('its tests pass', () => {
    project.write('jest.config.json', JSON.stringify({ testTimeout: 20_000, transform: { '\\.ts$': require.resolve('./support/docs/transform.js') } }));
    project.run(`node ${path.join(root, 'node_modules', 'jest', 'bin', 'jest.js')} -i --ci=false --config jest.config.json`);
  });
});

test('the example of the README answers what the README says', async () => {
  const readme = pages.find(({ name }) => name === 'README.md');
  const project = makeProject();
  for (const snippet of readme?.snippets ?? []) project.write(fileOf(snippet) ?? 'fragment', snippet.text);
  project.run('synthgate synth --app app.ts --quiet');
  const gateway = await createTestGateway(path.join(project.directory, 'gateway.out'));
  try {
    const [, target, answer] = /curl http:\/\/127\.0\.0\.1:3000(\S+)\s+# (.*)/.exec(textOf('README.md')) ?? [];
    expect(await (await gateway.fetch(target)).text()).toBe(answer);
  } finally {
    await gateway.close();
    project.remove();
  }
});

describe('links', () => {
  test('are found, also those with spaces; code and other sites are not', () => {
    expect(linkTargets('[a](b.md#c) `[d](e)` [f](errors.md#none; it waits) [g](https://x.test)\n```ts\nh[0](i)\n```\n')).toEqual(['b.md#c', 'errors.md#none; it waits']);
  });

  const anchors = new Map(pages.map(({ name }) => [name, anchorsOf(name)]));

  test.each(pages.map(({ name }) => name))('of %s lead somewhere', (name) => {
    const dead = linksOf(name).filter(({ file, anchor }) => {
      const known = anchors.get(file);
      if (known === undefined) return !existsSync(path.join(root, file));
      return anchor !== '' && !known.includes(anchor);
    });
    expect(dead.map(({ file, anchor }) => `${file}#${anchor}`)).toEqual([]);
  });
});

test('every source and test that a page names exists', () => {
  const named = pages.flatMap(({ name }) => sourcesOf(textOf(name)).map((source) => ({ name, source })));
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter(({ source }) => !existsSync(path.join(root, source))).map(({ name, source }) => `${name}: ${source}`)).toEqual([]);
});

test('every program that a page for contributors names exists, also by the end of its path', () => {
  const programs = ['lib', 'test', 'scripts', 'bench'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `/${folder}/${file}`));
  const named = pages.filter(({ name }) => /^(docs\/architecture|docs\/internals\/|CONTRIBUTING)/.test(name))
    .flatMap(({ name }) => [...textOf(name).matchAll(/`([\w./-]+\.(?:tsx?|mjs))`/g)].map(([, file]) => ({ name, file })));
  expect(named.length).toBeGreaterThan(70);
  const exists = (file: string) => existsSync(path.join(root, file)) || programs.some((one) => one.endsWith(`/${file}`));
  expect(named.filter(({ file }) => !exists(file))).toEqual([]);
});

function hasFiles(page: Page): boolean {
  return filesOf(page).length > 0;
}

function filesOf({ snippets }: Page): string[] {
  return snippets.flatMap((snippet) => fileOf(snippet) ?? []);
}

/** A project with the files of a page. */
function projectOf(page: Page): Project {
  const project = makeProject();
  for (const snippet of page.snippets) {
    const file = fileOf(snippet);
    if (file === undefined) continue;
    project.write(file, snippet.text);
    if (file.endsWith('.ts')) typedFiles.push(path.join(project.directory, file));
  }
  return project;
}

/** Returns the type errors in the files of all pages: one program reads the declarations of their libraries once. */
function typeErrors(): readonly string[] {
  foundErrors ??= compilerErrors(typedFiles, {
    strict: true, skipLibCheck: true, target: 'es2022', lib: ['es2022'], module: 'node16', moduleResolution: 'node16', moduleDetection: 'force',
    esModuleInterop: true, types: ['node', 'jest'], typeRoots: [path.join(root, 'node_modules', '@types')],
  });
  return foundErrors;
}

function textOf(name: string): string {
  return readFileSync(path.join(root, name), 'utf8');
}

/** Returns the explicit anchors of a page, and those that hosts make from its headings. */
function anchorsOf(name: string): string[] {
  const text = textOf(name);
  const explicit = [...text.matchAll(/<a id="([^"]+)">/g)].map(([, id]) => id);
  const headings = [...text.matchAll(/^#+ (.*)$/gm)].map(([, title]) => title.toLowerCase().replace(/[^\w\- ]/g, '').replaceAll(' ', '-'));
  return [...explicit, ...headings];
}

/** Links to files of the repository. */
function linksOf(name: string): { readonly file: string; readonly anchor: string }[] {
  return linkTargets(textOf(name)).map((target) => {
    const [file, anchor = ''] = target.split('#');
    return { file: file === '' ? name : path.join(path.dirname(name), file), anchor };
  });
}

/** Returns the targets of the links in a page, except other sites; no reader can follow a target with a space. */
function linkTargets(text: string): string[] {
  const prose = text.replace(/^```[^]*?^```/gm, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\n]+)\)/g)].map(([, target]) => target).filter((target) => !/^[a-z]+:\S+$/.test(target));
}

/** Paths of this repository in backticks; one with `<` is a pattern. */
function sourcesOf(text: string): string[] {
  return [...text.matchAll(/`((?:test|lib|bench|scripts|examples)\/[^`\s<]*)`/g)].map(([, source]) => source);
}
