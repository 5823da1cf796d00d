/** Tells where this inspector listens; on request, waits for a debugger and stops before the handler is loaded. */
export async function openToDebugger({ waits }: { readonly waits: boolean }, announce: (address: string) => void): Promise<void> {
  const { url, waitForDebugger } = await import('node:inspector');
  const { port, pathname } = new URL(url() ?? 'ws:');
  announce(`${port}${pathname}`);
  if (!waits) return;
  waitForDebugger(); // blocks
  debugger; // your code is next: step into it, or resume
}
