/** Failures whose reason has been printed by the app. */
const reported = new WeakSet<object>();

/** Notes that the app itself printed why it failed. */
export function markReported<Failure extends object>(failure: Failure): Failure {
  reported.add(failure);
  return failure;
}

export function isReported(thrown: unknown): boolean {
  return typeof thrown === 'object' && thrown !== null && reported.has(thrown);
}
