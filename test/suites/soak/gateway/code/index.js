// Functions that are well. `version.js` is written beside them for every synthesis, so that an answer tells which code made it.
const { createHash } = require('node:crypto');
const { setTimeout: wait } = require('node:timers/promises');
const version = require('./version');

const json = (value) => ({ statusCode: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(value) });

exports.echo = async ({ httpMethod, path, queryStringParameters, body }) =>
  json({ version, method: httpMethod, path, query: queryStringParameters, body });

exports.routed = async ({ routeKey, rawPath, rawQueryString }) => json({ version, routeKey, path: rawPath, query: rawQueryString });

exports.message = async ({ body, requestContext: { routeKey } }) =>
  ({ statusCode: 200, body: JSON.stringify({ version, routeKey, body }) });

exports.mapped = async ({ a, b }) => ({ sum: a + b });

exports.noted = async () => undefined;

exports.size = async ({ body }) => json({ bytes: Buffer.byteLength(body), digest: createHash('sha256').update(body).digest('hex') });

exports.download = async ({ queryStringParameters: { bytes } }) =>
  ({ statusCode: 200, headers: { 'Content-Type': 'text/plain' }, body: 'x'.repeat(Number(bytes)) });

exports.slow = async () => {
  await wait(300);
  return json({ version });
};

exports.stream = awslambda.streamifyResponse(async ({ queryStringParameters: { pieces } }, stream) => {
  const response = awslambda.HttpResponseStream.from(stream, { statusCode: 200, headers: { 'Content-Type': 'text/plain' } });
  for (let index = 0; index < Number(pieces); index += 1) {
    response.write(`piece ${index}\n`.padEnd(1_000, '.'));
    if (index % 4 === 0) await wait(5);
  }
  response.end();
});

exports.decide = async ({ authorizationToken, methodArn }) => {
  if (authorizationToken === 'nobody') throw new Error('Unauthorized');
  const Effect = authorizationToken === 'anna' ? 'Allow' : 'Deny';
  const Statement = [{ Action: 'execute-api:Invoke', Effect, Resource: methodArn }];
  return { principalId: authorizationToken, policyDocument: { Version: '2012-10-17', Statement } };
};
