/** What scripts/dialect.mjs reads. */
export const COVERED = ['lib', 'test', 'docs', 'examples', 'bench', 'scripts', 'packages', 'templates', 'projenrc', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'SECURITY.md', 'llms.txt'];

/** Files and folders that still wait for their new names. An entry without any old word fails, so the list only shrinks. */
export const NOT_YET_COVERED = [];

/** Words that stay, each with its reason; without a word, the whole file or folder. */
export const ALLOWED = [
  { where: 'scripts/dialect', reason: 'the word list, and samples that the test tries it with' },
  { where: 'test/cases', reason: 'recorded requests, kept as they were recorded' },
];
