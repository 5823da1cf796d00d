/** The same text in one piece. V8 keeps a joined text as a tree of its parts and walks it each time that it is written. */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
