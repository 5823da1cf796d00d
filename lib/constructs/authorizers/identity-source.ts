/** Where a request carries a part of the caller's identity. */
export class IdentitySource {
  /** A header. @param headerName - case-insensitive */
  public static header(headerName: string): string {
    return `method.request.header.${headerName}`;
  }

  /** A query parameter. @param queryString - its name */
  public static queryString(queryString: string): string {
    return `method.request.querystring.${queryString}`;
  }

  /** A stage variable. @param stageVariable - its name */
  public static stageVariable(stageVariable: string): string {
    return `stageVariables.${stageVariable}`;
  }

  /** A member of the request's context. @param context - e.g. `identity.sourceIp` */
  public static context(context: string): string {
    return `context.${context}`;
  }

  private constructor() {
    // Makes texts only.
  }
}
