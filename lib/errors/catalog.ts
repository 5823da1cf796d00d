import type { CatalogRow } from './catalog-row';
import { AWS_ERRORS } from './catalog/aws';
import { AUTHORIZATION_ERRORS } from './catalog/authorization';
import { COMMAND_ERRORS } from './catalog/command';
import { CONTRACT_ERRORS, CONTRACT_USE_ERRORS } from './catalog/contract';
import { DEFINITION_ERRORS } from './catalog/definition';
import { FUNCTION_ERRORS } from './catalog/function';
import { IMPORT_ERRORS } from './catalog/import';
import { KUBERNETES_ERRORS } from './catalog/kubernetes';
import { OPENAPI_LOSSES } from './catalog/openapi';
import { REQUEST_ERRORS } from './catalog/request';
import { SPEC_ERRORS } from './catalog/spec';
import { STAGE_ERRORS } from './catalog/stage';
import { STATE_ERRORS } from './catalog/state';
import { SYNTHESIS_ERRORS } from './catalog/synthesis';
import { TESTING_ERRORS } from './catalog/testing';
import { USAGE_ERRORS } from './catalog/usage';

/** Every error of the library. Codes are never reused or renamed; `docs/reference/errors.md` is generated from here. */
const ROWS = {
  ...DEFINITION_ERRORS,
  ...SPEC_ERRORS,
  ...SYNTHESIS_ERRORS,
  ...REQUEST_ERRORS,
  ...AUTHORIZATION_ERRORS,
  ...USAGE_ERRORS,
  ...STAGE_ERRORS,
  ...FUNCTION_ERRORS,
  ...STATE_ERRORS,
  ...OPENAPI_LOSSES,
  ...IMPORT_ERRORS,
  ...COMMAND_ERRORS,
  ...TESTING_ERRORS,
  ...CONTRACT_ERRORS,
  ...CONTRACT_USE_ERRORS,
  ...AWS_ERRORS,
  ...KUBERNETES_ERRORS,
} as const;

export type ErrorCode = keyof typeof ROWS;

export const CATALOG: Readonly<Record<ErrorCode, CatalogRow>> = ROWS;
