import type { Command } from 'commander';
import type { Terminal } from '../terminal';

/** One command of the command line, loaded on demand so that `serve` starts fast. */
export interface CommandEntry {
  /** The name and its aliases. */
  readonly names: readonly string[];
  readonly load: () => Promise<(terminal: Terminal) => Command>;
}

/** Every command, in the order help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  { names: ['synth'], load: async () => (await import('./synth')).synthCommand },
  { names: ['ls', 'list'], load: async () => (await import('./ls')).lsCommand },
  { names: ['openapi'], load: async () => (await import('./openapi')).openApiCommand },
  { names: ['serve'], load: async () => (await import('./serve')).serveCommand },
  { names: ['invoke'], load: async () => (await import('./invoke')).invokeCommand },
  { names: ['deploy'], load: async () => (await import('./deploy')).deployCommand },
  { names: ['deployments'], load: async () => (await import('./deployments')).deploymentsCommand },
  { names: ['rollback'], load: async () => (await import('./rollback')).rollbackCommand },
  { names: ['dlq'], load: async () => (await import('./dlq')).dlqCommand },
  { names: ['template'], load: async () => (await import('./template')).templateCommand },
];
