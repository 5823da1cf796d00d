declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** DynamoDB in memory. */
  export default function dynalite(options: { readonly createTableMs: number }): Server;
}
