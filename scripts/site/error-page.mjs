// The page of one error code: its message with the details of an example, what the client gets, what to do, and the guides that explain it.
import { answerText, KINDS } from '../docs/errors.mjs';
import { page, plain } from '../docs/markdown.mjs';

/**
 * `catalog`, `gatewayResponses` and `fillMessage` are those of the library, `examples` the details that a test of the code
 * gave, `mentions` the pages that name the code.
 */
export function errorPage(name, { catalog, gatewayResponses, fillMessage, examples, mentions }) {
  const row = catalog[name];
  const [title, about] = KINDS[row.kind];
  const details = examples[name] ?? {};
  const message = fillMessage(row.message, details);
  const help = fillMessage(row.help, details);
  const isAnswer = row.gatewayResponse !== undefined;
  return `---\nprev: false\nnext: false\n---\n\n${page([
    `# ${name}`,
    `> ${plain(message)}`,
    ...(isAnswer ? [answerText(row, gatewayResponses)] : []),
    '## What to do',
    plain(help),
    `## ${isAnswer ? 'In the log' : 'In the terminal'}`,
    block(isAnswer ? `[${name}] ${message}` : `error: ${message} [${name}]\n    ${help}`),
    ...(mentions.length === 0 ? [] : ['## Read more', mentions.map((one) => `- [${one.title}](${one.address})`).join('\n')]),
    `**${title}.** ${about} \`synthgate explain ${name}\` prints the same in the terminal. [All errors](../reference/errors.md#${name})`,
  ])}`;
}

function block(text) {
  return `\`\`\`text\n${text}\n\`\`\``;
}
