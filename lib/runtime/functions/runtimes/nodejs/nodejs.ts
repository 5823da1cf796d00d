import { existsSync } from 'node:fs';
import path from 'node:path';
import { nodeRuntime } from '../../../../spec';
import type { FunctionVersion } from '../../../ports';
import { notEnforced, permissionFlags } from '../../permissions';
import { handlerRules } from '../../wire/handler-rules';
import type { Assignment, HostSettings } from '../../wire/assignment';
import type { Interpreter, ProcessStart, RuntimeKind, Wanted } from '../runtime-kind';
import { findNode, majorOf, type FoundNode } from './find-node';
import type { NodeCapabilities } from './node-capabilities';

/** A free port with an unknown path: Node tells it to no client, but writes it to the function's output, which leaves it out. */
const INSPECTOR_FLAGS = ['--inspect=127.0.0.1:0', '--inspect-publish-uid=stderr'];

/** Functions of Node.js: in a Node of the version that they name, else in that of the gateway; by the rules of the version in any case. */
export const NODEJS: RuntimeKind = {
  wire: 'frames',
  buildsEvents: true,
  residentMiB: 43,
  readAtStart: /^(?:NODE_(?!ENV$)|OPENSSL_|SSL_|UV_)/,
  bootstrap: ({ hostFile }) => hostFile,
  readsOwnCodeOnly: true,
  debuggerPort: 'inspector',
  runsInThreads: true,
  namesOtherVersion: false,
  installCommand: (runtime) => `nvm install ${Number.parseInt(runtime.slice('nodejs'.length), 10)}`,
  find: async (wanted, { nodePath }) => interpreterOf(await findNode(wanted, nodePath), wanted),
};

function interpreterOf({ executable, capabilities }: FoundNode, wanted: Wanted): Interpreter {
  const { major, user, dataKiB } = capabilities;
  return {
    executable,
    directories: [path.dirname(executable)],
    title: `Node.js ${major} (${executable})`,
    runtimeName: ({ runtime }) => runtime ?? `nodejs${major}.x`,
    user,
    dataKiB,
    command: (start) => [executable, ...flags(capabilities, start), start.bootstrapFile, ...[start.rehearsalDirectory ?? []].flat()],
    assignment: ({ version, permissions, inspection }): Omit<HostSettings, keyof Assignment> => ({
      hasSourceMap: hasSourceMap(version),
      permissions,
      rules: handlerRules(nodeRuntime(version.runtime), major),
      inspection: inspection && { waits: inspection.waits },
    }),
    isOtherVersion: (majorOf(wanted.runtime) ?? major) !== major,
    notEnforced: (unsettable, platform) => notEnforced(capabilities, unsettable, platform),
  };
}

function flags(capabilities: NodeCapabilities, { memoryMiB, reach, isInspected }: ProcessStart): readonly string[] {
  return [
    `--max-old-space-size=${Math.max(32, Math.floor(memoryMiB * 0.75))}`,
    '--max-semi-space-size=8',
    ...['--disable-sigusr1'].filter((flag) => capabilities.flags.has(flag)),
    ...(isInspected ? INSPECTOR_FLAGS : permissionFlags(capabilities, reach)),
  ];
}

function hasSourceMap(version: FunctionVersion): boolean {
  const file = path.join(version.codeDirectory, version.handler.replace(/\.[^/]*$/, ''));
  return ['.js', '.mjs', '.cjs'].some((extension) => existsSync(`${file}${extension}.map`));
}
