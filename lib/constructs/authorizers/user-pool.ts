/** A user pool whose tokens are taken; `aws-cdk-lib/aws-cognito`'s are some. */
export interface IUserPool {
  /**
   * `arn:aws:cognito-idp:<region>:<account>:userpool/<id>`; it says who issues the tokens.
   * @default - `issuer` is given
   */
  readonly userPoolArn?: string;

  /**
   * Who issues the tokens, where that is not a pool of Cognito: https, or http on this machine. Its keys are at
   * `<issuer>/.well-known/jwks.json`.
   * @default - what the ARN says
   */
  readonly issuer?: string;
}

/** User pools by their ARN or their issuer. */
export class UserPool {
  /**
   * A pool of Cognito.
   * @param userPoolArn - `arn:aws:cognito-idp:<region>:<account>:userpool/<id>`
   */
  public static fromUserPoolArn(userPoolArn: string): IUserPool {
    return { userPoolArn };
  }

  /**
   * Something that issues tokens as Cognito does.
   * @param issuer - value of `iss`; https, or http on this machine
   */
  public static fromIssuer(issuer: string): IUserPool {
    return { issuer };
  }

  private constructor() {
    // Makes references only.
  }
}
