import { CONTRACT_ERRORS, fillMessage } from '../errors';

export type ContractErrorCode = keyof typeof CONTRACT_ERRORS;

/** An error about a contract, with a code of the catalog. Handlers and clients need no other row of it. */
export class ContractError extends Error {
  public override readonly name: string = 'ContractError';

  public constructor(public readonly code: ContractErrorCode, details: Readonly<Record<string, string | number>>) {
    super(`[${code}] ${fillMessage(CONTRACT_ERRORS[code].message, details)}`);
  }
}
