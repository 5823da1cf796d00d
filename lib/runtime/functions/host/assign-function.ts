import { isMainThread } from 'node:worker_threads';
import type { Socket } from 'node:net';
import { restrict } from './restrictions';
import type { HostSettings } from '../wire/assignment';

/** Assigns a function to a process or thread: directory, environment, restrictions. No user code has run before. */
export function assignFunction(settings: HostSettings, socket: Socket | undefined): void {
  // a thread shares the gateway's working directory
  if (isMainThread) process.chdir(settings.directory);
  for (const name of Object.keys(process.env)) delete process.env[name];
  Object.assign(process.env, settings.environment);
  // code loaded from here on has source maps
  if (settings.hasSourceMap) process.setSourceMapsEnabled(true);
  restrict({ settings, socket });
}
