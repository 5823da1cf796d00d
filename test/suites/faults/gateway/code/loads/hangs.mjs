await new Promise(() => undefined);
export const handler = async () => ({ statusCode: 200 });
