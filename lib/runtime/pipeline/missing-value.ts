/** A value that only a deployment knows and that was not given. */
export interface MissingValue {
  /** Its name: a token, `ssm:/shop/key`, `secretsmanager:shop/db`. */
  readonly token: string;
  /** The parts that need it, and answer 503 without it: `function Pets, environment TABLE`. */
  readonly neededBy: readonly string[];
}
