/** The default source of a function that a test declares. */
export const handler = () => Promise.resolve({ statusCode: 204 });
