import { isMainThread } from 'node:worker_threads';
import { restrictGlobals } from './restrict-globals';
import type { HostSettings } from './settings';

/** Assigns a function to an unassigned process: directory, environment, restrictions. No user code has run before. */
export function assignFunction(settings: HostSettings): void {
  // a thread shares the gateway's working directory
  if (isMainThread) process.chdir(settings.directory);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, settings.environment);
  // code loaded from here on has source maps
  if (settings.hasSourceMap) process.setSourceMapsEnabled(true);
  restrictGlobals(settings);
}
