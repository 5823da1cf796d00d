import { fillMessage, type CatalogRow, type CONTRACT_ERRORS, type CONTRACT_USE_ERRORS, type ErrorDetails } from '../errors';

export type ContractErrorCode = keyof typeof CONTRACT_ERRORS | keyof typeof CONTRACT_USE_ERRORS;

/** An error about a contract, with a code of the catalog. */
export class ContractError<Code extends ContractErrorCode = ContractErrorCode> extends Error {
  public override readonly name: string = 'ContractError';

  /** @param rows - that have the code: functions and pages have no others of the catalog */
  public constructor(public readonly code: Code, details: ErrorDetails, rows: Readonly<Record<Code, CatalogRow>>) {
    super(`[${code}] ${fillMessage(rows[code].message, details)}`);
  }
}
