// What functions say of themselves before they answer, where calls meet, and the backend of /upload.
import { createServer } from 'node:http';

const MEETING_MS = 5_000;

/** A server that functions tell of their calls; `all` has every call in its order. */
export async function startObserver() {
  const all = [];
  const meetings = new Map();
  const server = createServer((request, response) => {
    void read(request).then((text) => {
      const answer = (value) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(value));
      if (request.url === '/upload') {
        all.push(upload(request, text));
        answer({ bytes: text.length });
      } else if (request.url === '/meeting') {
        meet(meetings, JSON.parse(text), answer);
      } else {
        all.push(JSON.parse(text));
        answer({});
      }
    });
  });
  server.keepAliveTimeout = 120_000;
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address();
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    all,
    close: () => new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
  };
}

async function read(request) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

/** The backend's call in the form of a function's. */
function upload(request, text) {
  const multiValueHeaders = {};
  for (let index = 0; index < request.rawHeaders.length; index += 2) {
    (multiValueHeaders[request.rawHeaders[index]] ??= []).push(request.rawHeaders[index + 1]);
  }
  const headers = Object.fromEntries(Object.entries(multiValueHeaders).map(([name, list]) => [name, list.at(-1)]));
  const sourceIp = String(headers['X-Forwarded-For'] ?? '').split(',').at(-1).trim();
  const event = { httpMethod: request.method, path: request.url, headers, multiValueHeaders, requestContext: { identity: { sourceIp } } };
  return { functionName: 'upload', bodyBytes: text.length, isPolluted: 'polluted' in {}, event };
}

/** All places of a meeting are answered together; one that is not full in time is answered with that. */
function meet(meetings, { name, places }, answer) {
  const meeting = meetings.get(name) ?? { waiting: [], timer: undefined };
  meetings.set(name, meeting);
  const end = (met) => {
    clearTimeout(meeting.timer);
    meetings.delete(name);
    meeting.waiting.forEach((each) => each({ met }));
  };
  meeting.timer ??= setTimeout(() => end(false), MEETING_MS);
  meeting.waiting.push(answer);
  if (meeting.waiting.length >= places) end(true);
}
