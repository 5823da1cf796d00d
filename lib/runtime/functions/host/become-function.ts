import { isMainThread } from 'node:worker_threads';
import { lockProcess } from './lock-process';
import type { HostSettings } from './settings';

/** Makes a blank process that of one function: directory, environment, what is out of reach. No user code ran before. */
export function becomeFunction(settings: HostSettings): void {
  // a thread stands where the gateway does
  if (isMainThread) process.chdir(settings.directory);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, settings.environment);
  // code that is loaded from here on has its places mapped
  if (settings.hasSourceMap) process.setSourceMapsEnabled(true);
  lockProcess(settings);
}
