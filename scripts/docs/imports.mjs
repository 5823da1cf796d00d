// docs/reference/imports.md: what becomes of the properties of imported templates.
import { code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The page about all properties. */
export function importsPage(positions) {
  const rows = Object.entries(positions).map(([type, properties]) => {
    const named = (position) => Object.keys(properties).filter((name) => properties[name] === position).map(code).join(', ');
    const refused = Object.entries(properties).flatMap(([name, { refused: reason }]) => (reason === undefined ? [] : [`${code(name)}: ${plain(reason)}`]));
    return [code(type), named('carried'), named('noted'), refused.join('; ')];
  });
  return page([
    generatedFrom('lib/importers/template/api/positions.ts'),
    '# Imports',
    'What becomes of every property of the resources that an API is made of, when a template or a cloud assembly is imported. *Carried* is in the spec; '
      + 'what has no effect on a local gateway is in reports only; what is *refused* is printed with its line. A property that is not listed is printed, too. '
      + 'See [Import](../guides/import.md).',
    table(['resource type', 'carried', 'without effect here', 'refused'], rows),
  ]);
}
