import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { Command } from 'commander';
import path from 'node:path';
import { Writable } from 'node:stream';
import { GatewayError } from '../../errors';
import { textLog } from '../../runtime';
import { countLosses } from '../count-losses';
import { dashboardAt, dashboardOf } from '../dashboard-api';
import { createMcpServer, type Observed } from '../mcp/mcp-server';
import { MAX_MESSAGE_BYTES, MessageLimit } from '../mcp/message-limit';
import type { StateOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { serveFlag } from '../serve-flags';
import { stateDirectoryOf } from '../state-directory';
import type { Terminal } from '../terminal';
import { version } from '../version';

interface McpOptions extends StateOptions {
  readonly url?: string;
  readonly token?: string;
}

export function mcpCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('serve the Model Context Protocol on standard input and output, for coding agents')
    .addOption(serveFlag('stateDirectory'))
    .option('--url <url>', 'dashboard of the gateway, as dev prints it (default: the gateway that was last started in this project)')
    .option('--token <token>', 'token of the dashboard, if the URL has none')
    .addHelpText('after', `
The server looks for the gateway (synthgate dev or synthgate serve --dashboard) on each call, so you can start or restart it at any time.
Configure it once, in .mcp.json, .vscode/mcp.json or the settings of the agent:

  { "mcpServers": { "synthgate": { "command": "npx", "args": ["synthgate", "mcp"] } } }

Examples:
  $ synthgate mcp
  $ synthgate mcp --state ../pets/gateway.state
  $ synthgate mcp --url "http://127.0.0.1:4000/?token=…"`)
    .action(async () => {
      await run(await connection(command.optsWithGlobals<McpOptions>(), terminal), terminal);
    });
  return command;
}

/** @throws OPTION_INVALID */
async function connection({ url, token, ...options }: McpOptions, terminal: Terminal): Promise<Observed> {
  if (url === undefined) {
    refuseUnused({ '--token': token }, 'no --token without --url');
    const stateDirectory = await stateDirectoryOf(options, terminal);
    return { connect: () => dashboardOf(stateDirectory), directory: path.dirname(stateDirectory) }; // the state is in the project
  }
  refuseUnused({ '--state': options.state }, 'no --state beside --url');
  if (!URL.canParse(url)) throw new GatewayError('OPTION_INVALID', { option: '--url', given: url, allowed: 'a URL such as http://127.0.0.1:4000' });
  const { origin, searchParams } = new URL(url);
  const dashboard = dashboardAt({ url: origin, token: token ?? searchParams.get('token') ?? '' });
  return { connect: () => dashboard, directory: terminal.directory };
}

/** Until the client closes standard input. */
async function run(observed: Observed, terminal: Terminal): Promise<void> {
  const server = createMcpServer(version(), observed);
  const ended = new Promise<void>((resolve) => { process.stdin.once('end', resolve).once('close', resolve); });
  const log = textLog(terminal.err);
  const losses = countLosses('standard output', { failing: log, recovered: log });
  terminal.onWritten?.(losses);
  const messages = new MessageLimit((refusal) => terminal.out(`${JSON.stringify(refusal)}\n`));
  const transport = new StdioServerTransport(process.stdin.pipe(messages), answersTo(terminal), { maxBufferSize: MAX_MESSAGE_BYTES });
  await server.connect(transport);
  await ended;
  await server.close();
  losses.close();
}

/** Standard output as the transport writes it. An answer that cannot be written is lost, and the next one is tried. */
function answersTo({ out }: Terminal): Writable {
  return new Writable({
    write: (message: Buffer, _, done) => {
      out(message.toString());
      done();
    },
  });
}
