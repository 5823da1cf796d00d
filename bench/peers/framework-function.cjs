// A function for Google's functions-framework: the same answer.
exports.handler = (request, response) => {
  response.json({ method: request.method, path: request.path.slice('/prod'.length), query: request.query, bytes: Number(request.headers['content-length'] ?? 0) });
};
