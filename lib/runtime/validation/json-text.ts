/** Why a text is not valid JSON, in the wording of API Gateway's parser for the common case; undefined if it is. */
export function jsonProblem(text: string): string | undefined {
  try {
    JSON.parse(text);
    return undefined;
  } catch (cause) {
    const word = /^\s*([A-Za-z_$][\w$]*)/.exec(text)?.[1];
    if (word !== undefined && !['true', 'false', 'null'].includes(word)) {
      return `Unrecognized token '${word.slice(0, 64)}': was expecting ('true', 'false' or 'null')`;
    }
    return cause instanceof Error ? cause.message.replace(/, ".*$/s, '') : String(cause);
  }
}
