// The little Markdown that the generated pages need.

/** A table; cells may hold Markdown, a `|` in them is escaped. */
export function table(head, rows) {
  const line = (cells) => `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), `|${head.map(() => '---').join('|')}|`, ...rows.map(line)].join('\n');
}

/** Text as code; backticks inside are kept by doubling the fence. */
export function code(text) {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

/** A place that links can name, whatever the reader's rules for headings are. */
export function anchor(id) {
  return `<a id="${id}"></a>`;
}

/** Text outside of code: `<name>` is not an HTML element. */
export function plain(text) {
  return text.replaceAll('<', '\\<');
}

/** Paragraphs as a page. */
export function page(parts) {
  return `${parts.join('\n\n')}\n`;
}

/** The first line of a generated page. */
export function generatedFrom(source) {
  return `<!-- Generated from ${source} by \`npm run docs\`. -->`;
}
