import { Command, Option } from 'commander';
import path from 'node:path';
import { GatewayError, issueText, warning, type Issue } from '../../errors';
import { gatewayVersion } from '../../kubernetes';
import { assemblyDirectory, readAssembly, shellQuoted, type AssemblyApi } from '../../runtime';
import { runtimeFamily } from '../../spec';
import { freshAssembly } from '../assembly-source';
import { DEFAULT_BASE, dockerfile } from '../image/dockerfile';
import { writeImageContext } from '../image/image-context';
import { appOption, outputOption, type AppOptions } from '../options';
import { sourceOptions } from '../sources/source-options';
import type { Terminal } from '../terminal';
import { version } from '../version';

interface ImageCommandOptions extends AppOptions {
  readonly context: string;
  readonly base: string;
  readonly tag: string;
  readonly store?: boolean;
}

/** Digits of a version in a tag. */
const SHORT = 12;

/** `synthgate image`: writes the context of a container image with the gateway. */
export function imageCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('write a Dockerfile and its context: an image with the gateway and nothing else')
    .argument('[source]', 'app (a TypeScript or JavaScript file), assembly, or another source: cdk.out, a template, an OpenAPI document (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .addOption(new Option('-c, --context <directory>', 'directory for the context').default('image.out'))
    .addOption(new Option('--base <image>', 'image with Node for glibc that it is built on; name one with its digest').default(DEFAULT_BASE))
    .addOption(new Option('--tag <name>', 'name of the image in the command that is printed').default('gateway'))
    .addOption(new Option('--store', 'add ioredis, which serve --store needs, as it is installed here'))
    .addHelpText('after', `
The image has Node, this package and the assembly. It runs as a user that is not root, and with a read-only root file system: it writes to
/tmp and /var/lib/synthgate only. Its labels have the version of the definition and its code, which is also the tag.

Examples:
  $ synthgate image --tag registry.example.com/pets
  $ synthgate image gateway.out --base node:24-slim@sha256:…
  $ docker run --read-only --tmpfs /tmp --tmpfs /var/lib/synthgate:uid=65532 -p 8080:8080 registry.example.com/pets:25c41b914b46`)
    .action(async (source: string | undefined, _: unknown, command: Command) => {
      await image(source, command.optsWithGlobals<ImageCommandOptions>(), terminal);
    });
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function image(source: string | undefined, options: ImageCommandOptions, terminal: Terminal): Promise<void> {
  const { base, context, tag } = options;
  requireBase(base);
  const assembly = assemblyDirectory(await freshAssembly(source, options, terminal));
  const apis = readAssembly(assembly);
  const served = gatewayVersion(apis);
  const labels = {
    'org.opencontainers.image.title': apis.map(({ name }) => name).join(', '),
    'org.opencontainers.image.version': served.slice(0, SHORT),
    'org.opencontainers.image.base.name': base.split('@')[0] ?? base,
    'synthgate.version': version(),
    'synthgate.gateway': served,
  };
  const directory = path.resolve(terminal.directory, context);
  const storeClientOf = options.store === true ? terminal.directory : undefined;
  writeImageContext({ directory, assembly, dockerfile: dockerfile({ base, labels, ports: apis.length }), storeClientOf });
  terminal.err(warningsOf(apis, base).map((issue) => `${issueText(issue)}\n`).join(''));
  terminal.out(`docker build --tag ${shellQuoted(`${tag}:${served.slice(0, SHORT)}`)} ${shellQuoted(context)}\n`);
}

/** @throws OPTION_INVALID */
function requireBase(base: string): void {
  if (/^[a-z0-9][\w.:/-]*(@sha256:[0-9a-f]{64})?$/.test(base)) return;
  throw new GatewayError('OPTION_INVALID', { option: '--base', given: base, allowed: 'an image such as node:24-slim@sha256:…' });
}

/** Parts of the gateway that the image lacks, or that another build of it may have differently. */
function warningsOf(apis: readonly AssemblyApi[], base: string): readonly Issue[] {
  const others = apis.flatMap(({ spec }) => Object.entries(spec.functions))
    .filter(([, { runtime, unavailable }]) => runtime !== undefined && unavailable === undefined && runtimeFamily(runtime) !== 'nodejs')
    .map(([name, { runtime }]) => `${name} (${runtime})`);
  return [
    ...(base.includes('@') ? [] : [warning('IMAGE_BASE_NOT_PINNED', '', { base })]),
    ...(others.length > 0 && base.startsWith('node:') ? [warning('IMAGE_RUNTIMES_MISSING', '', { functions: [...new Set(others)].join(', '), base })] : []),
  ];
}
