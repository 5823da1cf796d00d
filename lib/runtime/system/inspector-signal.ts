const ignore = (): void => undefined;

/**
 * Keeps SIGUSR1 from opening Node's inspector in this process. Functions may signal the processes of the gateway, and through an
 * inspector everything that these know could be read and changed.
 */
export function ignoreInspectorSignal(): void {
  if (!process.listeners('SIGUSR1').includes(ignore)) process.on('SIGUSR1', ignore);
}
