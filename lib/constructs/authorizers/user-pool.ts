/** A user pool, such as those of `aws-cdk-lib/aws-cognito`. */
export interface IUserPool {
  /**
   * `arn:aws:cognito-idp:<region>:<account>:userpool/<id>`; it determines the issuer.
   * @default - `issuer` must be set
   */
  readonly userPoolArn?: string;

  /**
   * The issuer of the tokens, if it is not a Cognito user pool: https, or http on this machine. Its keys are at
   * `<issuer>/.well-known/jwks.json`.
   * @default - derived from the ARN
   */
  readonly issuer?: string;
}

/** User pools by ARN or issuer. */
export class UserPool {
  /** A pool of Cognito. @param userPoolArn - `arn:aws:cognito-idp:<region>:<account>:userpool/<id>` */
  public static fromUserPoolArn(userPoolArn: string): IUserPool {
    return { userPoolArn };
  }

  /** An issuer of tokens in Cognito's format. @param issuer - value of `iss`; https, or http on this machine */
  public static fromIssuer(issuer: string): IUserPool {
    return { issuer };
  }

  private constructor() {
    // Makes references only.
  }
}
