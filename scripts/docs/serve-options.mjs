// docs/reference/serve-options.md: the options of serve(), from the rows that their types and flags come from.
import { code, generatedFrom, page, plain, table } from './markdown.mjs';

export function serveOptionsPage(options, serverLimits) {
  return page([
    generatedFrom('lib/runtime/hosting/serve-options.ts'),
    '# Options of serve()',
    `What ${code('serve()')} of ${code('synthgate/runtime')} accepts, and the flags of ${code('synthgate serve')} for it. Times are in ms, those of flags in `
      + 'seconds. An unknown name or a value that an option does not accept is an error: [OPTION_UNKNOWN](errors.md#OPTION_UNKNOWN), [OPTION_INVALID](errors.md#OPTION_INVALID).',
    `Options with a mark under *tests* are also options of ${code('createTestGateway')}, which determines the others itself.`,
    optionTable(options),
    `## Members of ${code('serverLimits')}`,
    optionTable(serverLimits),
  ]);
}

function optionTable(options) {
  return table(['option', 'description', 'expected', 'default', 'flag', 'tests'], Object.entries(options).map(([name, row]) => [
    code(name), plain(row.description), plain(row.expected), defaultText(row.default), row.flag === 'none' ? '' : code(row.flag.flags),
    row.tests === 'given' ? '✓' : '',
  ]));
}

function defaultText(given) {
  return 'value' in given ? code(String(given.value)) : plain(given.without);
}
