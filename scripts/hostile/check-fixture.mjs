// Before the first case: a gateway that refused everybody would pass most of them.

/** Asks every route as a good client does, and waits until its function is warm. */
export async function askFixture({ ports, observer }, token) {
  const url = `http://127.0.0.1:${ports.data}/dev`;
  const json = { 'Content-Type': 'application/json' };
  const wanted = [
    ['echo', 'echo', {}],
    ['ping', 'ping', {}],
    ['open/a/b', 'open', {}],
    ['json', 'json', { method: 'POST', headers: json, body: '{"a":1}' }],
    ['private', 'private', { headers: { 'X-Api-Key': 'good-key' } }],
    ['private/x', 'private', { headers: { 'X-Api-Key': 'good-key' } }],
    ['jwt', 'jwt', { headers: { Authorization: `Bearer ${token}` } }],
    ['upload', 'upload', { method: 'POST', body: 'a' }],
  ];
  for (const [target, functionName, options] of wanted) {
    const response = await fetch(`${url}/${target}`, options);
    const text = await response.text();
    const observed = observer.all.at(-1);
    if (response.status !== 200 || observed?.functionName !== functionName) {
      throw new Error(`the fixture does not work: /${target} answers ${response.status} ${text}; ${observed?.functionName} ran last`);
    }
  }
}
