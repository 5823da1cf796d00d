exports.handler = awslambda.streamifyResponse(async (event, responseStream) => {
  const stream = awslambda.HttpResponseStream.from(responseStream, { statusCode: 201, headers: { 'Content-Type': 'text/event-stream', 'X-Method': event.httpMethod } });
  for (const word of JSON.parse(event.body).words) stream.write(`data: ${word}\n\n`);
  stream.end();
});

exports.buffered = async () => ({ statusCode: 200, body: 'whole' });
