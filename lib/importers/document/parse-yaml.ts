import { Composer, Lexer, Parser, parseDocument, type CST, type Document, type LineCounter } from 'yaml';

/** Options that leave repeated keys, merges and unknown tags to the reader of the document. */
const OPTIONS = { logLevel: 'silent', uniqueKeys: false, merge: false, strict: false } as const;

/**
 * Parses YAML. Flow collections may continue and end to the left of their key: PyYAML, which the tools for templates are written with, does
 * not look at indentation inside of them.
 * @param lineCounter - receives where lines begin
 */
export function parseYamlText(text: string, lineCounter?: LineCounter): Document.Parsed {
  const strict = parseDocument(text, { ...OPTIONS, ...(lineCounter === undefined ? {} : { lineCounter }) });
  if (!strict.errors.some(({ code }) => code === 'BAD_INDENT')) return strict;
  const [lenient] = new Composer(OPTIONS).compose(tokensOf(text));
  return lenient === undefined || lenient.errors.length > 0 ? strict : lenient;
}

/** The member of the lexer that says how far lines of the collection around must be indented. */
const INDENT = 'indentNext';

/** The tokens of a text; inside flow collections no line must be indented. */
function* tokensOf(text: string): Generator<CST.Token, void> {
  const lexer = new Lexer();
  const parser = new Parser();
  const around: unknown[] = [];
  for (const lexeme of lexer.lex(text)) {
    if (lexeme === '{' || lexeme === '[') {
      around.push(Reflect.get(lexer, INDENT));
      Reflect.set(lexer, INDENT, 0);
    } else if ((lexeme === '}' || lexeme === ']') && around.length > 0) {
      Reflect.set(lexer, INDENT, around.pop());
    }
    yield* parser.next(lexeme);
  }
  yield* parser.end();
}
