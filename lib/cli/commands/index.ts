import type { Command } from 'commander';
import type { Terminal } from '../terminal';

/** One command of the command line, loaded on demand so that `serve` starts fast. */
export interface CommandEntry {
  readonly name: string;
  readonly aliases?: readonly string[];
  /** Whether it reads the declarations of all commands. */
  readonly describesOthers?: boolean;
  /** Makes the command with its arguments and options, without its name. */
  readonly load: () => Promise<(terminal: Terminal) => Command>;
}

/** Every command, in the order help lists them. */
export const COMMANDS: readonly CommandEntry[] = [
  { name: 'init', load: async () => (await import('./init')).initCommand },
  { name: 'dev', load: async () => (await import('./dev')).devCommand },
  { name: 'synth', aliases: ['synthesize'], load: async () => (await import('./synth')).synthCommand },
  { name: 'ls', aliases: ['list'], load: async () => (await import('./ls')).lsCommand },
  { name: 'diff', load: async () => (await import('./diff')).diffCommand },
  { name: 'import', load: async () => (await import('./import')).importCommand },
  { name: 'openapi', load: async () => (await import('./openapi')).openApiCommand },
  { name: 'docs', load: async () => (await import('./docs')).docsCommand },
  { name: 'diagram', load: async () => (await import('./diagram')).diagramCommand },
  { name: 'image', load: async () => (await import('./image')).imageCommand },
  { name: 'k8s', load: async () => (await import('./k8s')).k8sCommand },
  { name: 'serve', load: async () => (await import('./serve')).serveCommand },
  { name: 'exec', load: async () => (await import('./exec')).execCommand },
  { name: 'invoke', load: async () => (await import('./invoke')).invokeCommand },
  { name: 'token', load: async () => (await import('./token')).tokenCommand },
  { name: 'deploy', load: async () => (await import('./deploy')).deployCommand },
  { name: 'deployments', load: async () => (await import('./deployments')).deploymentsCommand },
  { name: 'rollback', load: async () => (await import('./rollback')).rollbackCommand },
  { name: 'dlq', load: async () => (await import('./dlq')).dlqCommand },
  { name: 'parity-app', load: async () => (await import('./parity-app')).parityAppCommand },
  { name: 'template', load: async () => (await import('./template')).templateCommand },
  { name: 'explain', load: async () => (await import('./explain')).explainCommand },
  { name: 'mcp', load: async () => (await import('./mcp')).mcpCommand },
  { name: 'doctor', load: async () => (await import('./doctor')).doctorCommand },
  { name: 'completion', describesOthers: true, load: async () => (await import('./completion')).completionCommand },
];
