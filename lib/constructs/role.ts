/** A role, such as those of `aws-cdk-lib/aws-iam`. */
export interface IRole {
  /** Its ARN. */
  readonly roleArn: string;
}
