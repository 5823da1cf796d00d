// The mechanical part of how this library is written; rules that ask for types are in .oxlintrc.json. Who may import whom is held by
// test/architecture.test.ts.
import stylistic from '@stylistic/eslint-plugin';
import { defineConfig, globalIgnores } from 'eslint/config';
import tseslint from 'typescript-eslint';
import { comments } from './scripts/lint/comments.mjs';

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export by name: one thing has one name in every file.',
};

const noOwnTimeLimit = {
  selector: 'CallExpression[callee.object.name="jest"][callee.property.name="setTimeout"]',
  message: 'Leave testTimeout of package.json: jest has one time limit for all test files that it runs as one.',
};

export default defineConfig(
  globalIgnores(['build/', 'dist/', 'coverage/', 'node_modules/', '**/.cache/', '**/*.out/', '**/expected/']),
  {
    files: ['**/*.ts', '**/*.tsx', '**/*.mjs', '**/*.js'],
    extends: [tseslint.configs.recommended, tseslint.configs.stylistic],
    plugins: { '@stylistic': stylistic, comments },
    rules: {
      'comments/words': 'error',
      'eqeqeq': 'error',
      'no-var': 'error',
      'prefer-const': 'error',
      'object-shorthand': 'error',
      'curly': ['error', 'multi-line'],
      'no-warning-comments': ['error', { terms: ['todo', 'fixme', 'xxx'] }],
      // a ninth of the time of lint; the compiler reports them in TypeScript (`noUnusedLocals`, `noUnusedParameters`)
      '@typescript-eslint/no-unused-vars': 'off',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/consistent-type-definitions': 'off',
      // jest's matchers are declared in a namespace
      '@typescript-eslint/no-namespace': ['error', { allowDeclarations: true }],
      '@typescript-eslint/no-unused-expressions': ['error', { allowTernary: true }],
      '@stylistic/quotes': ['error', 'single', { avoidEscape: true }],
      '@stylistic/semi': ['error', 'always'],
      '@stylistic/indent': ['error', 2, { SwitchCase: 1 }],
      '@stylistic/comma-dangle': ['error', 'always-multiline'],
      '@stylistic/object-curly-spacing': ['error', 'always'],
      '@stylistic/eol-last': 'error',
      '@stylistic/no-trailing-spaces': 'error',
      '@stylistic/no-multiple-empty-lines': ['error', { max: 1, maxEOF: 0 }],
      '@stylistic/max-len': ['error', {
        code: 140, ignoreUrls: true, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true,
      }],
    },
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
    },
  },
  {
    files: ['lib/**/*.ts', 'lib/**/*.tsx', 'test/suites/**/*.ts'],
    rules: {
      'max-lines': ['error', { max: 400 }],
      'max-lines-per-function': ['error', { max: 60, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', { max: 3 }],
      'no-console': 'error',
      'no-restricted-syntax': ['error', noDefaultExport],
    },
  },
  {
    files: ['test/**/*.test.ts'],
    ignores: ['test/suites/**'],
    rules: { 'no-restricted-syntax': ['error', noOwnTimeLimit] },
  },
  {
    files: ['lib/cli/**/*.ts', 'test/suites/**/*.ts'],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['test/**/*.ts', 'bench/**/*'],
    ignores: ['test/suites/**'],
    rules: { '@typescript-eslint/no-empty-function': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    files: ['**/*.mjs', '**/*.js'],
    rules: { '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }] },
  },
  {
    files: ['**/*.js', 'examples/**/*'],
    rules: { '@typescript-eslint/no-require-imports': 'off' },
  },
);
