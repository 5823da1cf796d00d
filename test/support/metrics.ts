import { readFileSync } from 'node:fs';
import type { Serving } from 'synthgate/runtime';
import { sendRequest } from './http-client';

/** Reads `GET /metrics` of the management port. */
export async function metricsOf({ management }: Pick<Serving, 'management'>): Promise<string> {
  if (management === undefined) throw new Error('there is no management port');
  const token = readFileSync(management.tokenFile, 'utf8').trim();
  return (await sendRequest(`${management.url}/metrics`, { headers: { Authorization: `Bearer ${token}` } })).text;
}

/** The lines of a metric with their values, without those that are zero. */
export function linesOf(text: string, name: string): readonly string[] {
  return text.split('\n').filter((line) => (line.startsWith(`${name}{`) || line.startsWith(`${name} `)) && !line.endsWith(' 0'));
}
