const wait = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

exports.quick = async () => ({ statusCode: 200, body: 'function' });

exports.slow = async (event) => {
  await wait(Number(event.queryStringParameters.ms));
  return { statusCode: 200, body: 'slow' };
};

/** Ten lines, as many milliseconds as the query says. */
exports.stream = awslambda.streamifyResponse(async (event, output) => {
  const body = awslambda.HttpResponseStream.from(output, { statusCode: 200, headers: { 'Content-Type': 'text/plain' } });
  for (let line = 0; line < 10; line += 1) {
    body.write(`${line}\n`);
    await wait(Number(event.queryStringParameters.ms) / 10);
  }
  body.end();
});
