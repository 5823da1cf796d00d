// Taken before user code runs, which may replace it in a function's process.
const { isInteger } = Number;

/** Whether an integration may answer with a status: an integer from 200 to 599. Interim statuses belong to the connection. */
export function isFinalStatus(status: unknown): status is number {
  return isInteger(status) && (status as number) >= 200 && (status as number) <= 599; // a number, checked by isInteger
}
