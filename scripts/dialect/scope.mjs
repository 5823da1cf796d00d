/** What scripts/dialect.mjs reads. */
export const COVERED = ['lib', 'test', 'docs', 'examples', 'bench', 'scripts', 'packages', 'templates', 'projenrc', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'llms.txt'];

/** Files and folders that still wait for their new names. An entry without any old word fails, so the list only shrinks. */
export const NOT_YET_COVERED = [];

/** Words that stay, each with its reason; without a word, the whole file or folder. */
export const ALLOWED = [
  { where: 'scripts/dialect', reason: 'the word list, and samples that the test tries it with' },
  { where: 'test/cases', reason: 'recorded requests, kept as they were recorded' },
  { where: 'test/suites/hostile', word: 'honours', reason: 'the name of a predicate of the recorded cases' },
  { where: 'test/base-spec', word: 'behaviour', reason: 'names of tests quote the base specification' },
  { where: 'test/base-spec', word: 'time-out', reason: 'the same' },
  { where: 'docs/parity.md', word: 'behaviour', reason: 'statements of the base specification' },
  ...['time-out', 'Time-out', 'serialised', 'honoured'].map((word) => ({ where: 'docs/parity.md', word, reason: 'the same' })),
];
