/**
 * Descriptor of a pipe from a worker to the primary. Only the worker and the shell that kills its instances have it open:
 * the primary sees it close when all of them are gone, however the worker ended.
 */
export const LIVENESS_FD = 4;
