/** `amzn` → `Amzn`, as in `X-Amzn-…`. Not the one of `spec`, with which a function's process would load all schemas. */
export function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
