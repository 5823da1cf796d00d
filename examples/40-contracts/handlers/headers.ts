/** API Gateway answers preflights; the answers of functions say themselves which pages may read them. */
export const headers = { 'access-control-allow-origin': '*' };
