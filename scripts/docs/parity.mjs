// The generated parts of docs/parity.md and docs/internals/parity-evidence.md: every feature of REST APIs, from
// docs/reference/parity-features.json. The first part of each page is written by hand.
import { code, plain, table } from './markdown.mjs';

const START = '<!-- Generated from docs/reference/parity-features.json by `npm run docs`, down to the end of the page. -->';
const ANSWERS = ['yes', 'differs', 'refused'];

/** The page for users: how each feature behaves. */
export function parityPage(current, chapters) {
  return pageOf(current, [
    '## REST API features',
    'The table has everything that CloudFormation can say of a REST API (`AWS::ApiGateway::…`), and what the service does with requests. **yes** is as on AWS; **differs** says how; '
      + '**refused** says how you notice.',
    countsOf(chapters),
    ...chapters.flatMap(({ title, rows }) => [`### ${title}`, table(['feature', 'answer', 'how', 'in the spec'], rows.map(featureCells))]),
  ]);
}

/** The page for contributors: the cases and tests of each feature. */
export function evidencePage(current, chapters) {
  return pageOf(current, [
    '## Evidence for REST API features',
    '`test/parity-features.test.ts` holds every row: tests and cases that are named exist, what is refused is refused with that code, and no property of the CloudFormation types '
      + 'is left out.',
    'A *case* is a request with the answer of AWS, recorded or documented, in `test/cases/`. Rows name cases by id, or with `*` all whose ids begin so; '
      + '`npm run cases -- <file> --id <id or beginning>` plays them. Every case is in a row. In the chapters about the data plane a **yes** needs a '
      + 'case, or says why no case can express it and is shown by tests.',
    countsOf(chapters),
    ...chapters.flatMap(({ title, rows }) => [`### ${title}`, table(['feature', 'answer', 'shown by'], rows.map(evidenceCells))]),
  ]);
}

function pageOf(current, generated) {
  const end = current.indexOf(START);
  const written = (end < 0 ? current : current.slice(0, end)).trimEnd();
  return `${[written, START, ...generated].join('\n\n')}\n`;
}

function countsOf(chapters) {
  const rows = chapters.flatMap((chapter) => chapter.rows);
  const counts = ANSWERS.map((answer) => `${rows.filter((row) => row.answer === answer).length} ${answer}`).join(', ');
  return `${rows.length} rows: ${counts}.`;
}

function featureCells({ feature, answer, how = '', spec = [], ...row }) {
  const refusal = row.code ?? (row.refused === undefined ? undefined : 'SPEC_INVALID');
  return [
    plain(feature),
    `**${answer}**`,
    [linkCodes(plain(how)), ...(refusal === undefined ? [] : [`[${refusal}](reference/errors.md#${refusal})`])].filter((text) => text !== '').join(' '),
    spec.map(code).join('<br>'),
  ];
}

function evidenceCells({ feature, answer, cases = [], withoutCase, tests = [] }) {
  return [
    plain(feature),
    `**${answer}**`,
    [...casesText(cases), ...(withoutCase === undefined ? [] : [`No case: ${plain(withoutCase)}`]), ...tests.map(testText)].join('<br>'),
  ];
}

/** `(ROUTE_NOT_FOUND)` leads to its row of the errors. */
function linkCodes(text) {
  return text.replace(/\(([A-Z]+(?:_[A-Z]+)+)\)/g, '([$1](reference/errors.md#$1))');
}

/** The ids of recorded, then of documented cases, each list with its file. */
function casesText(cases) {
  const isDocumented = (id) => id.startsWith('documented-');
  const lists = { recorded: cases.filter((id) => !isDocumented(id)), documented: cases.filter(isDocumented) };
  return Object.entries(lists).filter(([, ids]) => ids.length > 0).map(([name, ids]) => `[${name}](../../test/cases/${name}.json): ${ids.map(code).join(', ')}`);
}

/** A file of test/ with the title of one of its tests. */
function testText(test) {
  const at = test.indexOf(': ');
  const [where, title] = [test.slice(0, at), test.slice(at + 2)];
  return `[${where.split('/').at(-1)}](../../test/${where}): ${plain(title)}`;
}
