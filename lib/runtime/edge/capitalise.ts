/** `amzn` → `Amzn`: vendor names are capitalised in header names of the form `X-Amzn-…`. */
export function capitalise(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
