import { basename } from 'node:path';

const loadedBy = await Promise.resolve('top-level await');

export const handler = async () => ({ loadedBy, file: basename(import.meta.url) });

export default { fromDefault: async () => 'default' };
