// The function that the gateway and the peers with functions call. `/event` answers the event itself, so that the benchmark
// can check that both make the same one; `/pid` the process that it runs in.
export async function handler(event) {
  if (event.version === '2.0') return answerOf(asRestEvent(event));
  return answerOf(event);
}

function answerOf(event) {
  if (event.path === '/event') return { statusCode: 200, headers: {}, body: JSON.stringify(event) };
  if (event.path === '/pid') return { statusCode: 200, headers: {}, body: String(process.pid) };
  return {
    statusCode: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      method: event.httpMethod, path: event.path, query: event.queryStringParameters, bytes: event.body?.length ?? 0,
    }),
  };
}

/** The members that the answer is made of, of an event of an HTTP API. */
function asRestEvent({ rawPath, requestContext: { http, stage }, queryStringParameters = null, body }) {
  return { path: rawPath.slice(stage.length + 1), httpMethod: http.method, queryStringParameters, body };
}
