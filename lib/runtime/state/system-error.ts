/** Whether an error says that a file or directory is not there. */
export function isMissing(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR'].includes(systemCode(error));
}

/** The system's code of an error, or ``. Not asked with `instanceof`: test runners give tests an Error of their own. */
export function systemCode(error: unknown): string {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : ''; // a DOMException has a number
}

export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
