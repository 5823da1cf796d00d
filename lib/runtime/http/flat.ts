/**
 * The same text in one piece, for constant parts of what is written often. V8 keeps a joined text as a tree of its parts
 * and walks the tree each time that it is written.
 */
export function flat(text: string): string {
  return Buffer.from(text, 'latin1').toString('latin1');
}
