// docs/reference/imports.md: what becomes of the properties of imported templates.
import { code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The page about all properties. */
export function importsPage(positions, nested) {
  const rows = Object.entries(positions).flatMap(([type, properties]) => [
    row(code(type), properties),
    ...Object.entries(nested[type] ?? {}).map(([path, members]) => row(`${code(type)}, ${code(path)}`, members)),
  ]);
  return page([
    generatedFrom('lib/importers/template/api/{positions,nested-positions}.ts'),
    '# Imports',
    'What becomes of each property when a template or a cloud assembly is imported. *Imported* properties are in the spec. Those without a local effect are only listed in '
      + 'reports. *Refused* ones, and all that are not in this table, are printed with their line. '
      + 'See [Import](../guides/import.md).',
    table(['resource type', 'imported', 'no local effect', 'refused'], rows),
  ]);
}

function row(title, properties) {
  const named = (position) => Object.keys(properties).filter((name) => properties[name] === position).map(code).join(', ');
  const refused = Object.entries(properties).flatMap(([name, { refused: reason }]) => (reason === undefined ? [] : [`${code(name)}: ${plain(reason)}`]));
  return [title, named('carried'), named('noted'), refused.join('; ')];
}
