import { isMainThread } from 'node:worker_threads';
import { restrictGlobals } from './restrict-globals';
import type { HostSettings } from './settings';

/** Assigns a function to an unassigned process: directory, environment, what is out of reach. No user code ran before. */
export function assignFunction(settings: HostSettings): void {
  // a thread stands where the gateway does
  if (isMainThread) process.chdir(settings.directory);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, settings.environment);
  // code that is loaded from here on has its places mapped
  if (settings.hasSourceMap) process.setSourceMapsEnabled(true);
  restrictGlobals(settings);
}
