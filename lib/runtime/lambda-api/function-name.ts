/** `name`, `123456789012:function:name` or `arn:aws:lambda:region:account:function:name`, each with `:qualifier` or without. */
const NAME = /^(?:(?:arn:aws[\w-]*:lambda:[\w-]+:)?(?:\d{12}:)?function:)?([A-Za-z0-9_-]+)(?::(\$LATEST|[A-Za-z0-9_-]+))?$/;

/** The name of a function in a path; undefined if it is none. @see https://docs.aws.amazon.com/lambda/latest/api/API_Invoke.html */
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
