// A worker for workerd: the same answer.
export default {
  fetch(request) {
    const { pathname, searchParams } = new URL(request.url);
    return Response.json({ method: request.method, path: pathname.slice('/prod'.length), query: Object.fromEntries(searchParams), bytes: 0 });
  },
};
