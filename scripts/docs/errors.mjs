// docs/reference/errors.md: every error of the catalog, by kind.
import { anchor, code, generatedFrom, page, plain } from './markdown.mjs';

/** Title and meaning of each kind. */
export const KINDS = {
  definition: ['Definitions', 'Mistakes in a definition, found when it is declared, synthesized or read. All of them are reported at once.'],
  synthesis: ['Synthesis', 'Problems while an assembly is written.'],
  spec: ['Specs', 'Problems with the file of a spec.'],
  request: ['Requests', 'Why the gateway itself answered a request. The client receives only the gateway response; the log has the message.'],
  function: ['Functions', 'Failures of functions and of the engine that runs them. The client receives only the gateway response; the log has the message.'],
  state: ['Assemblies and state', 'Problems with an assembly or a state directory, and deployments that are refused.'],
  import: ['Imports', 'Parts of a definition from another tool that cannot be imported, or only with changes.'],
  command: ['Commands', 'Problems with a command, its options or its surroundings.'],
  test: ['Tests', 'Errors that `synthgate/testing` raises in a test.'],
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
    'Every error has a code that is never reused or renamed. `{name}` in a message stands for a value. A command that fails has exit '
      + 'code 1, or 3 if it was used wrongly.',
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

/** Describes the response that the client receives. */
export function answerText(row, gatewayResponses) {
  const defaults = gatewayResponses[row.gatewayResponse];
  const status = row.status ?? defaults.statusCode;
  const message = row.clientMessage ?? defaults.message;
  if (row.isPlainText === true) return `Response: ${status}, as plain text: ${code(message)}. Gateway responses do not change it.`;
  const body = `{"message":${defaults.spaced === true ? ' ' : ''}${JSON.stringify(message)}}`;
  return `Response: ${status} ${code(body)}, gateway response ${code(row.gatewayResponse)}, `
    + `error type ${code(row.errorType ?? defaults.errorType)}.`;
}
