/** Why a text is not valid JSON, in the wording of API Gateway's parser for the common case; undefined if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (cause) {
    const literal = /^\s*([A-Za-z_$][\w$]*)/.exec(text)?.[1];
    if (literal !== undefined && !['true', 'false', 'null'].includes(literal)) {
      return `Unrecognized token '${literal.slice(0, 64)}': was expecting ('true', 'false' or 'null')`;
    }
    return cause instanceof Error ? cause.message.replace(/, ".*$/s, '') : String(cause);
  }
}
