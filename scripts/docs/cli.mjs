// docs/reference/cli.md: every command of `synthgate`, from the declarations that its help is printed from.
import { anchor, code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The members of `synthgate.json` that are not options of serve; lib/cli/config-schema.ts refuses all others. */
const CONFIGURATION = [
  ['`$schema`', 'the schema of the file, for editors: `./node_modules/synthgate/synthgate.schema.json`', ''],
  ['`app`', 'the app to run, as `--app`: a TypeScript or JavaScript file, or a shell command', '`app` of `cdk.json`'],
  ['`output`', 'the assembly directory, as `--output`', '`gateway.out`'],
  ['`context`', 'context values for the app, as in the CDK: `node.tryGetContext(name)`', '`context` of `cdk.json`'],
];

/** The whole page; `program` is commander's, with all commands. */
export function cliPage(program) {
  const commands = program.commands.filter((command) => command.name() !== 'help');
  return page([
    generatedFrom('lib/cli/commands'),
    '# Command line',
    `${sentence(program.description())} Every command has ${code('--help')}.`,
    table(['command', 'description'], commands.map((command) => [`[${code(pathOf(command))}](#${idOf(command)})`, plain(command.description())])),
    '## Options of every command',
    optionTable(program),
    '## Configuration',
    'Commands read `synthgate.json` in the working directory. For `app` and `context`, `cdk.json` is read as well; `synthgate.json` wins.',
    table(['member', 'meaning', 'default'], CONFIGURATION),
    'Every [option of `serve`](#serve) may be a member as well, by the name of its flag in camel case, and holds for each command that has it. Numbers are numbers, in the unit of the flag; '
      + 'switches are `true` or `false` (`"prewarm": false` is `--no-prewarm`), repeatable options lists, and those with names objects. Files are relative to the project.',
    fence(`{
  "app": "bin/gateway.ts",
  "port": 4000,
  "region": "eu-west-1",
  "shutdownTimeout": 10,
  "trustedProxy": ["10.0.0.0/8"],
  "env": { "LOG_LEVEL": "debug", "Pets.TABLE": "pets" },
  "tokenValues": "token-values.json"
}`, 'json fragment'),
    'The command line wins; of options with names (`--env`, `--token-value`, `--parameter` …) single values of the file stay. Unknown members and wrong values are refused, all at once.',
    '## Exit codes',
    table(['code', 'meaning'], [['0', 'done'], ['1', 'error; its [code](errors.md) is printed'], ['3', 'wrong usage']]),
    ...commands.flatMap((command) => chapter(command, 2)),
  ]);
}

function chapter(command, depth) {
  const subcommands = command.commands.filter((one) => one.name() !== 'help');
  const aliases = command.aliases().map(code).join(', ');
  return [
    `${'#'.repeat(depth)} ${anchor(idOf(command))}${code(pathOf(command))}`,
    sentence(plain(command.description())) + (aliases === '' ? '' : ` Alias: ${aliases}.`),
    fence(`${pathOf(command)} ${command.usage()}`),
    ...(command.registeredArguments.length === 0 ? [] : [table(['argument', 'description'], command.registeredArguments.map(argumentCells))]),
    ...(command.options.length === 0 ? [] : [optionTable(command)]),
    ...textBelow(command).map((part) => (part.startsWith('Examples:') ? fence(part.slice('Examples:'.length).trim().replace(/^ {2}/gm, '')) : plain(part.trim()))),
    ...subcommands.flatMap((one) => chapter(one, depth + 1)),
  ];
}

function argumentCells(argument) {
  return [code(argument.required ? `<${argument.name()}>` : `[${argument.name()}]`), plain(argument.description)];
}

function optionTable({ options }) {
  return table(['option', 'description', 'default'], options.filter(({ hidden }) => !hidden).map((option) => [
    code(option.flags), plain(option.description) + choicesText(option) + (option.mandatory ? ' (required)' : ''), defaultText(option),
  ]));
}

function choicesText({ argChoices }) {
  return argChoices === undefined ? '' : ` (${argChoices.map(code).join(', ')})`;
}

/** Switches and their negations have no default worth a line. */
function defaultText({ defaultValue }) {
  return defaultValue === undefined || typeof defaultValue === 'boolean' ? '' : code(String(defaultValue));
}

/** Returns the paragraphs that help prints below the options: notes, then examples. */
function textBelow(command) {
  let text = '';
  command.configureOutput({ writeOut: (part) => { text += part; } });
  command.outputHelp();
  return text.slice(command.helpInformation().length).split(/\n\n+/).map((part) => part.replace(/^\n+/, '')).filter((part) => part.trim() !== '');
}

/** `synthgate dlq ls`. */
function pathOf(command) {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}

function idOf(command) {
  return pathOf(command).replace(/^synthgate /, '').replaceAll(' ', '-');
}

function sentence(text) {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`.replace(/([^.])$/, '$1.');
}

function fence(text, language = '') {
  return `\`\`\`${language}\n${text.trim()}\n\`\`\``;
}
