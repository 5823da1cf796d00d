/** A value that only a deployment knows and that was not given. */
export interface MissingValue {
  /** Its name: a token, `ssm:/shop/key`, `secretsmanager:shop/db`. */
  readonly token: string;
  /** What needs it, and answers 503: `function Pets, environment TABLE`. */
  readonly neededBy: readonly string[];
}
