// docs/reference/errors.md: every error of the catalog, by kind.
import { anchor, code, generatedFrom, page, plain } from './markdown.mjs';

/** Title and meaning of each kind. */
export const KINDS = {
  definition: ['Definitions', 'Mistakes in a definition, found when it is declared, synthesized or read. All of them are reported at once.'],
  synthesis: ['Synthesis', 'What goes wrong while an assembly is made.'],
  spec: ['Specs', 'What is wrong with a spec as a document.'],
  request: ['Requests', 'Why a request was answered by the gateway itself. The client sees the gateway response only; the log has the message.'],
  function: ['Functions', 'Failures of functions and of the engine that runs them. The client sees the gateway response only.'],
  state: ['Assemblies and state', 'What is wrong with an assembly or a state directory, and what the deploy action refuses.'],
  import: ['Imports', 'What a definition that was not written with synthgate says and cannot be carried.'],
  command: ['Commands', 'What a command refuses.'],
  test: ['Tests', 'What `synthgate/testing` says to the author of a test.'],
  internal: ['Defects', 'Errors of synthgate itself.'],
};

/** The page about all errors. */
export function errorsPage(catalog, gatewayResponses) {
  const kinds = Object.keys(KINDS);
  const strange = Object.entries(catalog).find(([, { kind }]) => !kinds.includes(kind));
  if (strange !== undefined) throw new Error(`scripts/docs/errors.mjs has no chapter for the kind of ${strange[0]}, ${strange[1].kind}`);
  const chapters = kinds.flatMap((kind) => chapter(kind, catalog, gatewayResponses));
  return page([
    generatedFrom('lib/errors/catalog.ts'),
    '# Errors',
    'Every error has a code that is never reused or renamed. `{name}` in a message is filled in. A command that fails ends with exit '
      + 'code 1, or 3 when it was used wrongly.',
    ...chapters,
  ]);
}

function chapter(kind, catalog, gatewayResponses) {
  const codes = Object.keys(catalog).filter((name) => catalog[name].kind === kind).sort();
  if (codes.length === 0) return [];
  const [title, about] = KINDS[kind];
  return [`## ${title}`, about, ...codes.flatMap((name) => entry(name, catalog[name], gatewayResponses))];
}

function entry(name, row, gatewayResponses) {
  const facts = row.gatewayResponse === undefined ? exitText(row) : answerText(row, gatewayResponses);
  return [`### ${anchor(name)}${name}`, `> ${plain(row.message)}`, plain(row.help), facts].filter((part) => part !== '');
}

function exitText({ exitCode }) {
  return exitCode === 1 ? '' : `Exit code ${exitCode}.`;
}

/** What the client receives. */
export function answerText(row, gatewayResponses) {
  const given = gatewayResponses[row.gatewayResponse];
  const status = row.status ?? given.statusCode;
  const message = row.clientMessage ?? given.message;
  if (row.isPlainText === true) return `Answer: ${status}, as plain text: ${code(message)}. Gateway responses do not change it.`;
  const body = `{"message":${given.spaced === true ? ' ' : ''}${JSON.stringify(message)}}`;
  return `Answer: ${status} ${code(body)}, gateway response ${code(row.gatewayResponse)}, `
    + `error type ${code(row.errorType ?? given.errorType)}.`;
}
