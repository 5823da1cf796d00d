import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CATALOG } from '../lib/errors';
import { literalTexts, raisedCodes } from './support/architecture/raised-codes';
import { parse, readSources } from './support/architecture/source';

const codes = Object.keys(CATALOG);
const isMissingIn = (text: string) => (code: string) => !new RegExp(`\\b${code}\\b`).test(text);

test('every error is raised somewhere in the library', () => {
  const sources = readSources('lib').filter(({ file }) => !file.startsWith('errors/catalog'));
  const raised = new Set(sources.flatMap(raisedCodes));
  expect(codes.filter((code) => !raised.has(code))).toEqual([]);
});

test('every error is expected by a test', () => {
  const tests = readSources('test').filter(({ file }) => file.endsWith('.test.ts') && file !== 'catalog.test.ts');
  expect(codes.filter(isMissingIn(tests.map(literalTexts).join('\n')))).toEqual([]);
});

test('every error is documented', () => {
  const page = readFileSync(path.resolve(__dirname, '..', 'docs', 'reference', 'errors.md'), 'utf8');
  expect(codes.filter((code) => !page.includes(`<a id="${code}">`))).toEqual([]);
});

describe('a code is raised', () => {
  test.each([
    "throw new GatewayError('A_CODE', {});", "issues.push(issue('A_CODE', place));", "log({ level: 'error', code: 'A_CODE' });",
    "throw new GatewayError(isLate ? 'A_CODE' : 'OTHER');", "warning(row.code ?? 'A_CODE');", "options.onCut('A_CODE', socket);", "const CODES = { request: 'A_CODE', response: 'OTHER' } as const;",
  ])('by %s', (text) => {
    expect(raisedCodes(parse('spec/a.ts', text))).toContain('A_CODE');
  });

  test.each([
    "if (error.code === 'A_CODE') retry();", '// A_CODE', "type Code = 'A_CODE';", "const KNOWN = ['A_CODE'];", "const NAMES = { first: 'A_CODE' };", "explain('A_CODE');",
    "throw new GatewayError('OTHER', { name: 'A_CODE' });", "new GatewayError(code === 'A_CODE' ? 'B' : 'C')",
  ])('not by %s', (text) => {
    expect(raisedCodes(parse('spec/a.ts', text))).not.toContain('A_CODE');
  });

  test('in a test by a literal, not by a comment', () => {
    const source = parse('a.test.ts', "// COMMENTED\nexpect(f).toThrow('[STRING]'); expect(`x ${y} TEMPLATE`).toMatch(/PATTERN/);");
    expect(literalTexts(source)).not.toContain('COMMENTED');
    expect(['STRING', 'TEMPLATE', 'PATTERN'].filter(isMissingIn(literalTexts(source)))).toEqual([]);
  });
});
