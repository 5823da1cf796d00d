/** A function that something calls: one of this library or, with `synthgate/aws`, any of aws-cdk-lib. */
export interface IFunctionTarget {
  /**
   * Name of the function in the spec, or a text with `${stageVariables.<name>}` that resolves to one on each stage; with
   * `synthgate/aws` its name on AWS.
   */
  readonly functionName: string;

  /**
   * Name of the function in the spec, if it differs.
   * @internal
   */
  readonly _specName?: string;
}

/** The name of a function in the spec, or a text with stage variables. */
export function specNameOf({ _specName, functionName }: IFunctionTarget): string {
  return _specName ?? functionName;
}
