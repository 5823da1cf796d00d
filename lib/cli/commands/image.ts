import { Command, Option } from 'commander';
import path from 'node:path';
import { GatewayError, issueText, warning, type Issue } from '../../errors';
import { gatewayVersion, IMAGE_NAME, shortVersion, taggedImage } from '../../kubernetes';
import { assemblyDirectory, readAssembly, shellQuoted, type AssemblyApi } from '../../runtime';
import { runtimeFamily, type RuntimeFamily } from '../../spec';
import { freshAssembly } from '../assembly-source';
import { DEFAULT_BASE, dockerfile } from '../image/dockerfile';
import { writeImageContext } from '../image/image-context';
import { leftOutOptions } from '../left-out-options';
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

/** Families whose functions bring their program along, or need Node. */
const WITHOUT_PROGRAM: readonly (RuntimeFamily | undefined)[] = ['nodejs', 'provided'];

export function imageCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('write a Dockerfile and its context: an image with the gateway and nothing else')
    .argument('[source]', 'app (a TypeScript or JavaScript file), assembly, or another source: cdk.out, a template, an OpenAPI document (default: the output of the app)')
    .addOption(appOption())
    .addOption(outputOption())
    .addOption(new Option('-c, --context <directory>', 'directory for the context').default('image.out'))
    .addOption(new Option('--base <image>', 'image with Node for glibc that it is built on; name one with its digest').default(DEFAULT_BASE))
    .addOption(new Option('--tag <name>', 'name of the image in the command that is printed; without a tag, the version of the definition and its code is the tag').default('gateway'))
    .addOption(new Option('--store', 'add ioredis, which serve --store needs, as it is installed here'))
    .addHelpText('after', `
The image has Node, this package and the assembly. It runs as a user that is not root, and with a read-only root file system: it writes to
/tmp and /var/lib/synthgate only. Its labels have the version of the definition and its code, which is also the tag.

Examples:
  $ synthgate image --tag registry.example.com/pets
  $ synthgate image gateway.out --base node:24-slim@sha256:…
  $ docker run --init --read-only --tmpfs /tmp --tmpfs /var/lib/synthgate:uid=65532 -p 8080:8080 registry.example.com/pets:25c41b914b46`)
    .action(async (source: string | undefined, _: unknown, command: Command) => {
      await image(source, command.optsWithGlobals<ImageCommandOptions>(), terminal);
      const leftOut = await leftOutOptions('the command of the image', command.options, terminal);
      terminal.err(leftOut.map((issue) => `${issueText(issue)}\n`).join(''));
    });
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function image(source: string | undefined, options: ImageCommandOptions, terminal: Terminal): Promise<void> {
  const { base, context, tag } = options;
  requireImages(options);
  const assembly = assemblyDirectory(await freshAssembly(source, options, terminal));
  const apis = readAssembly(assembly);
  const served = gatewayVersion(apis);
  const labels = {
    'org.opencontainers.image.title': apis.map(({ name }) => name).join(', '),
    'org.opencontainers.image.version': shortVersion(served),
    'org.opencontainers.image.base.name': base.split('@')[0] ?? base,
    'synthgate.version': version(),
    'synthgate.gateway': served,
  };
  const directory = path.resolve(terminal.directory, context);
  const storeClientOf = options.store === true ? terminal.directory : undefined;
  writeImageContext({
    directory, assembly, dockerfile: dockerfile({ base, labels, ports: apis.length }), workingDirectory: terminal.directory, storeClientOf,
  });
  terminal.err(warningsOf(apis, base).map((issue) => `${issueText(issue)}\n`).join(''));
  terminal.out(`docker build --tag ${shellQuoted(taggedImage(tag, served))} ${shellQuoted(context)}\n`);
}

/** @throws OPTION_INVALID */
function requireImages({ base, tag }: ImageCommandOptions): void {
  if (!IMAGE_NAME.test(base)) {
    throw new GatewayError('OPTION_INVALID', { option: '--base', given: base, allowed: 'an image such as node:24-slim@sha256:…' });
  }
  if (IMAGE_NAME.test(tag) && !tag.includes('@')) return;
  throw new GatewayError('OPTION_INVALID', { option: '--tag', given: tag, allowed: 'a name in lower case such as registry.example.com/pets, with a tag or without' });
}

/** Parts of the gateway that the image lacks, or that another build of it may have differently. */
function warningsOf(apis: readonly AssemblyApi[], base: string): readonly Issue[] {
  const remoteFunctions = apis.flatMap(({ spec }) => Object.entries(spec.functions))
    .filter(([, { runtime, unavailable }]) =>
      unavailable === undefined && runtime !== undefined && !WITHOUT_PROGRAM.includes(runtimeFamily(runtime)))
    .map(([name, { runtime }]) => `${name} (${runtime})`);
  return [
    ...(base.includes('@') ? [] : [warning('IMAGE_BASE_NOT_PINNED', '', { base })]),
    ...(remoteFunctions.length > 0 && /(?:^|\/)node(?:[:@]|$)/.test(base) ? [warning('IMAGE_RUNTIMES_MISSING', '', { functions: [...new Set(remoteFunctions)].join(', '), base })] : []),
  ];
}
