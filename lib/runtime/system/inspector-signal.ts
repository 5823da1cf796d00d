const ignore = (): void => undefined;

/** Keeps SIGUSR1 from opening Node's inspector in this process: functions may signal it, and could read and change all through it. */
export function ignoreInspectorSignal(): void {
  if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore);
}
