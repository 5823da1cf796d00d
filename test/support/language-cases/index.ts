import { CUSTOM_CASES } from './custom';
import { GO_CASES } from './go';
import type { LanguageCases } from './language-case';
import { PYTHON_CASES } from './python';
import { PYTHON_MODULE_CASES } from './python-modules';
import { PYTHON_OUTPUT_CASES } from './python-output';
import { RUBY_CASES } from './ruby';

/** All cases by id, which is the path of their method as well. */
export const LANGUAGE_CASES: LanguageCases = {
  ...PYTHON_CASES, ...PYTHON_MODULE_CASES, ...PYTHON_OUTPUT_CASES, ...CUSTOM_CASES, ...GO_CASES, ...RUBY_CASES,
};

export type { LanguageCall, LanguageCase } from './language-case';
