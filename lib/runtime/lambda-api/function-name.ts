/** `name`, `123456789012:function:name` or `arn:aws:lambda:region:account:function:name`, each with `:qualifier` or without. */
const NAME = /^(?:(?:arn:aws[\w-]*:lambda:[\w-]+:)?(?:\d{12}:)?function:)?([A-Za-z0-9_-]+)(?::(\$LATEST|[A-Za-z0-9_-]+))?$/;

/**
 * The name of a function in a path of Lambda's API.
 * @returns undefined if it is not one
 * @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html#API_Invoke_RequestSyntax
 */
export function functionNameIn(segment: string): string | undefined {
  return NAME.exec(decoded(segment))?.[1];
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return ''; // no name
  }
}
