await new Promise(() => undefined);

export const handler = async () => 'never';
