/** Answers with what it was asked. */
export const handler = (event: { readonly httpMethod: string; readonly path: string }) =>
  Promise.resolve({ statusCode: 200, body: JSON.stringify({ method: event.httpMethod, path: event.path }) });

/** The same under another name. */
export const main = handler;
