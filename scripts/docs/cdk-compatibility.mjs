// docs/reference/cdk-compatibility.md: what synthgate/aws makes of each name of aws-cdk-lib/aws-apigateway, from
// docs/reference/cdk-compatibility.json, which test/oracle/compatibility.test.ts holds against both packages.
import { code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The whole page. */
export function compatibilityPage({ names }) {
  const rows = Object.entries(names);
  const same = rows.flatMap(([, row]) => row.same).length;
  const differing = rows.flatMap(([, { differs, absent }]) => [...Object.keys(differs), ...Object.keys(absent)]).length;
  return page([
    generatedFrom('docs/reference/cdk-compatibility.json'),
    '# Names of the CDK',
    'How `synthgate/aws` exports each name of `aws-cdk-lib/aws-apigateway`. *Same* means the class, interface or enum of the CDK itself, or one that '
      + 'the compiler accepts in its place in both directions. `test/oracle/compatibility.test.ts` checks this with the compiler, and fails for a name that is new or has '
      + 'changed on either side until it has a row.',
    `${same} of ${same + differing} names are the same: ${(100 * same / (same + differing)).toFixed(1)} %. Classes and props whose names begin with \`Cfn\` are the CDK's own.`,
    ...kinds.flatMap(([kind, title]) => section(title, rows.filter(([, row]) => row.kind === kind))),
  ]);
}

const kinds = [['class', 'Classes'], ['interface', 'Interfaces and props'], ['enum', 'Enums'], ['function', 'Functions'], ['other', 'Other names']];

function section(title, rows) {
  if (rows.length === 0) return [];
  return [`## ${title}`, table(['name', 'same', 'not the same, and why'], rows.map(([name, row]) => [code(name), sameCell(name, row), otherCell(row)]))];
}

/** The names inside, as they are written. */
function sameCell(name, { kind, same, differs, absent }) {
  if (Object.hasOwn(absent, name)) return '–';
  const inside = same.filter((one) => one !== name).map((one) => (one === '__constructor' ? 'constructor' : one.replace(`${name}.`, kind === 'enum' ? '' : `${name}.`)));
  return inside.length === 0 && Object.keys(differs).length === 0 ? 'itself' : inside.map(code).join(', ');
}

function otherCell({ differs, absent }) {
  const lines = [...Object.entries(differs).map((entry) => [...entry, 'differs']), ...Object.entries(absent).map((entry) => [...entry, 'absent'])];
  return lines.length === 0 ? '–' : lines.map(([name, why, position]) => `${code(name)} ${position}: ${plain(why)}`).join('<br>');
}
