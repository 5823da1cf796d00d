// The page of one error code: what it says, when it occurs, what to do, what it looks like, and where the guides explain it.
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
  return page([
    `# ${name}`,
    `> ${plain(row.message)}`,
    `**${title}.** ${about}`,
    '## What to do',
    plain(row.help),
    '## Example',
    ...(row.gatewayResponse === undefined ? [] : [answerText(row, gatewayResponses), 'The log says why:']),
    block(row.gatewayResponse === undefined
      ? `error: ${fillMessage(row.message, details)} [${name}]\n    ${fillMessage(row.help, details)}`
      : `${name}: ${fillMessage(row.message, details)}`),
    ...(mentions.length === 0 ? [] : ['## Read more', mentions.map((one) => `- [${one.title}](${one.address})`).join('\n')]),
    `\`synthgate explain ${name}\` says the same in the terminal. [All errors](../reference/errors.md#${name})`,
  ]);
}

function block(text) {
  return `\`\`\`text\n${text}\n\`\`\``;
}
