import type * as Http2 from 'node:http2';

/** Loaded by the first server that has a certificate: it takes Node 5 ms. */
export function http2(): typeof Http2 {
  return process.getBuiltinModule('node:http2');
}
