// Comments on the pull request, and updates that comment on the next run. What cannot be written is a warning: pull requests of
// forks have a token that may only read.
import { existsSync, readFileSync } from 'node:fs';

const MARK = '<!-- synthgate diff -->';
const MAX_CHARACTERS = 60_000;
const { GITHUB_API_URL, GITHUB_REPOSITORY, GITHUB_EVENT_PATH, GITHUB_TOKEN, DIFF_CODE, DIFF_REPORT } = process.env;

/** The body of the comment. A comparison that failed does not look like one without findings. */
function bodyOf() {
  const isCompared = (DIFF_CODE === '0' || DIFF_CODE === '2') && existsSync(DIFF_REPORT);
  const text = isCompared ? readFileSync(DIFF_REPORT, 'utf8') : '## API changes: could not be compared\n\nThe log of the step says why.\n';
  const cut = text.length > MAX_CHARACTERS ? `${text.slice(0, MAX_CHARACTERS)}\n\n… cut: the summary of the run has the whole report` : text;
  return { text: `${MARK}\n${cut}`, isNews: !isCompared || !text.startsWith('## API changes: none') };
}

async function request(method, path, body) {
  const response = await fetch(`${GITHUB_API_URL}/repos/${GITHUB_REPOSITORY}${path}`, {
    method,
    headers: {
      'authorization': `Bearer ${GITHUB_TOKEN}`, 'accept': 'application/vnd.github+json', 'x-github-api-version': '2022-11-28',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${(await response.text()).slice(0, 200)}`);
  return response.json();
}

/** The comment of an earlier run. */
async function ownComment(number) {
  for (let page = 1; ; page += 1) {
    const comments = await request('GET', `/issues/${number}/comments?per_page=100&page=${page}`);
    const own = comments.find(({ body }) => body?.startsWith(MARK));
    if (own !== undefined || comments.length < 100) return own;
  }
}

try {
  const { number } = JSON.parse(readFileSync(GITHUB_EVENT_PATH, 'utf8')).pull_request;
  const { text, isNews } = bodyOf();
  const own = await ownComment(number);
  if (own !== undefined) await request('PATCH', `/issues/comments/${own.id}`, { body: text });
  else if (isNews) await request('POST', `/issues/${number}/comments`, { body: text });
} catch (error) {
  console.log(`::warning title=synthgate diff::The comment could not be written. ${error.message.replaceAll(/\s+/g, ' ')}`);
}
