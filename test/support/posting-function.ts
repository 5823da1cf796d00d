/**
 * A handler that posts `say` to the connection `to` and answers with the status; without `to` it answers with the id of its own. `host` is
 * that of another API. It signs with the credentials of its environment, as AWS's clients do.
 */
export const POSTING = `async (event) => {
  const { createHash, createHmac } = require('node:crypto');
  const { AWS_REGION, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = process.env;
  const { domainName, stage, connectionId } = event.requestContext;
  const { to, say, scheme = 'https', host = domainName } = JSON.parse(event.body);
  if (to === undefined) return { statusCode: 200, body: connectionId };
  const path = '/' + stage + '/%40connections/' + encodeURIComponent(to);
  const time = new Date().toISOString().replace(/[-:]|\\.\\d{3}/g, '');
  const scope = [time.slice(0, 8), AWS_REGION, 'execute-api', 'aws4_request'];
  const hash = (text) => createHash('sha256').update(text).digest('hex');
  const signed = 'host;x-amz-date';
  const canonical = ['POST', path.split('/').map(encodeURIComponent).join('/'), '', 'host:' + host, 'x-amz-date:' + time, '', signed, hash(say)];
  const toSign = ['AWS4-HMAC-SHA256', time, scope.join('/'), hash(canonical.join('\\n'))].join('\\n');
  const key = scope.reduce((above, part) => createHmac('sha256', above).update(part).digest(), 'AWS4' + AWS_SECRET_ACCESS_KEY);
  const signature = createHmac('sha256', key).update(toSign).digest('hex');
  const credential = AWS_ACCESS_KEY_ID + '/' + scope.join('/');
  const authorization = 'AWS4-HMAC-SHA256 Credential=' + credential + ', SignedHeaders=' + signed + ', Signature=' + signature;
  const { status } = await fetch(scheme + '://' + host + path, { method: 'POST', body: say, headers: { 'x-amz-date': time, authorization } });
  return { statusCode: 200, body: String(status) };
}`;
