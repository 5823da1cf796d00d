// What is expected of one answer and of the log about it, said in data; what is not as expected comes back as sentences.

const SERVER_ERROR = '{"message": "Internal server error"}';
const BODIES = { 502: SERVER_ERROR, 500: SERVER_ERROR, 504: '{"message": "Endpoint request timed out"}', 429: '{"message":"Too Many Requests"}' };

/**
 * `status`: one or several; `body`: text, pattern or a function that says what is wrong; `code`: that of the log, one or several.
 * Refusals have the service's own body, and are logged with code, function and request id.
 */
export function checkAnswer(answer, { status = 200, body, code, headers }, { entries, id }) {
  const statuses = [status].flat();
  const problems = [];
  if (!statuses.includes(answer.status)) problems.push(`status ${answer.status} instead of ${statuses.join(' or ')}: ${answer.body.slice(0, 200)}`);
  const expected = body ?? BODIES[answer.status];
  if (!isAsExpected(answer.body, expected)) problems.push(`body ${JSON.stringify(answer.body.slice(0, 200))} instead of ${expected}`);
  if (answer.status >= 500) problems.push(...checkLog(answer, code, { entries, id }));
  if (headers !== undefined) problems.push(...headers(answer));
  if (answer.second !== undefined && (answer.second.status !== 200 || answer.second.body !== 'ok')) {
    problems.push(`the next answer on the connection is ${JSON.stringify(answer.second)}`);
  }
  if ((answer.rest ?? '') !== '') problems.push(`after the answers comes ${JSON.stringify(answer.rest.slice(0, 200))}`);
  return problems;
}

function isAsExpected(body, expected) {
  if (expected === undefined) return true;
  return expected instanceof RegExp ? expected.test(body) : expected === body;
}

function checkLog(answer, code, { entries, id }) {
  const requestId = answer.header('x-amzn-requestid');
  const found = entries.find((entry) => entry.message === 'request' && entry.requestId === requestId);
  if (found === undefined) return [`the log has nothing of request ${requestId}`];
  const problems = [];
  if (!String(found.target).includes(id)) problems.push(`the log names ${found.target} instead of function ${id}`);
  if (code !== undefined && ![code].flat().includes(found.code)) problems.push(`the log says ${found.code} instead of ${[code].flat().join(' or ')}: ${found.explain}`);
  return problems;
}

/** Waits until `look` finds something; nothing when it does not in time. */
export async function until(look, withinMs = 20_000) {
  for (const endsAt = Date.now() + withinMs; Date.now() < endsAt;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return undefined;
}
