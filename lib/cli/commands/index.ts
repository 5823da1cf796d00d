import type { Command } from 'commander';
import type { Terminal } from '../terminal';
import { deployCommand } from './deploy';
import { deploymentsCommand } from './deployments';
import { dlqCommand } from './dlq';
import { invokeCommand } from './invoke';
import { lsCommand } from './ls';
import { openApiCommand } from './openapi';
import { rollbackCommand } from './rollback';
import { serveCommand } from './serve';
import { synthCommand } from './synth';
import { templateCommand } from './template';

/** Every command, in the order help lists them. */
export const COMMANDS: readonly ((terminal: Terminal) => Command)[] = [
  synthCommand,
  lsCommand,
  openApiCommand,
  serveCommand,
  invokeCommand,
  deployCommand,
  deploymentsCommand,
  rollbackCommand,
  dlqCommand,
  templateCommand,
];
