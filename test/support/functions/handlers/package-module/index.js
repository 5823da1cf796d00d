export const handler = async () => typeof require;
