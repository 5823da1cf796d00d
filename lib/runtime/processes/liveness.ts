/**
 * Descriptor of a pipe from a worker to the primary. The worker and the shell that ends its instances have it open, nobody
 * else: the primary sees it close when all of them are gone, however the worker ended.
 */
export const LIVENESS_FD = 4;
