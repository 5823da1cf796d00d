import { Command, InvalidArgumentError, Option } from 'commander';
import ms from 'ms';
import { issueTokenFor } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { projectIssuerFile } from '../local-issuer';
import { appOption, collect, nameAndValue, outputOption, type AppOptions, type StateOptions } from '../options';
import { refuseUnused } from '../refuse-unused';
import { serveFlag } from '../serve-flags';
import { impliedTokenValues, sourceOptions } from '../sources/source-options';
import type { Terminal } from '../terminal';

interface TokenOptions extends AppOptions, StateOptions, TokenValueOptions {
  readonly assembly?: string;
  readonly pool?: string;
  readonly claim?: Readonly<Record<string, string>>;
  readonly group?: readonly string[];
  readonly scope?: readonly string[];
  readonly access?: boolean;
  readonly id?: boolean;
  readonly clientId?: string;
  readonly expires?: number;
  readonly account?: string;
  readonly region?: string;
  readonly userPool?: Readonly<Record<string, string>>;
}

/** `synthgate token`: prints a token of the local issuer. */
export function tokenCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('print a token for a Cognito user pool or an issuer of JWTs, signed by the local issuer')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--assembly <directory or spec>', 'the definition with the pool: an assembly, a spec, or another source such as cdk.out or a template')
    .option('--pool <name>', 'construct, id, ARN or issuer of the pool, or its authorizer; optional if there is only one')
    .option('--claim <name=value>', 'claim, such as sub=alice; true, false, lists and objects as JSON; repeatable', nameAndValue)
    .option('--group <name>', 'group of the user, in cognito:groups; repeatable', collect)
    .option('--scope <name>', 'scope of an access token; repeatable', collect)
    .option('--id', 'print an ID token, for methods without authorizationScopes (default without --scope)')
    .option('--access', 'print an access token, for methods with authorizationScopes (default with --scope)')
    .option('--client-id <id>', 'client that the token is issued to (default: one that the authorizer accepts)')
    .addOption(new Option('--expires <time>', 'how long it is valid: 90s, 5m, 1h, 30d (default: 1h)').argParser(seconds))
    .addOption(serveFlag('stateDirectory'))
    .addOption(serveFlag('userPools'))
    .addOption(serveFlag('accountId'))
    .addOption(serveFlag('region'))
    .addOption(serveFlag('tokenValues'))
    .addOption(tokenValuesOption())
    .addHelpText('after', `
synthgate dev and exec accept the token; synthgate serve does with --local-issuer. The key is in local-issuer.json in the state
directory of the project, readable by its owner only, and created when it is first needed.

Examples:
  $ synthgate token --claim sub=alice --group admin
  $ synthgate token --pool Customers --scope pets/read --expires 8h
  $ curl -H "Authorization: $(synthgate token)" http://127.0.0.1:3000/prod/pets`)
    .action(async () => {
      await run(command.optsWithGlobals<TokenOptions>(), terminal);
    });
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function run(options: TokenOptions, terminal: Terminal): Promise<void> {
  const { assembly, pool, claim = {}, group, scope, clientId, expires, account, region, userPool } = options;
  if (options.id === true) refuseUnused({ '--access': options.access, '--scope': scope }, 'nothing: an ID token has no scopes');
  const keyFile = await projectIssuerFile(options, terminal);
  const source = await freshAssembly(assembly, options, terminal);
  const { values } = await impliedTokenValues(source, options, terminal);
  const claims = Object.fromEntries(Object.entries(claim).map(([name, text]) => [name, claimValue(name, text)]));
  const use = options.id === true ? 'id' : options.access === true ? 'access' : undefined;
  const token = await issueTokenFor(
    source,
    { pool, claims, groups: group, scopes: scope, use, clientId, expiresInSeconds: expires },
    { keyFile, accountId: account, region, tokenValues: { ...values, ...localTokenValues(options, terminal) }, userPools: userPool },
  );
  terminal.out(`${token}\n`);
}

/** Claims of Cognito are texts, but for a few; those that are times are numbers. */
function claimValue(name: string, text: string): unknown {
  if (['exp', 'iat', 'nbf', 'auth_time'].includes(name) && /^\d+$/.test(text)) return Number(text);
  if (!/^(?:true|false)$|^[[{]/.test(text)) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function seconds(text: string): number {
  const length = /^\d+(\.\d+)?(s|m|h|d)$/.test(text) ? ms(text as ms.StringValue) : undefined; // the form that the pattern has checked
  if (length === undefined || length < 1_000) throw new InvalidArgumentError('Expected a time such as 90s, 5m, 1h or 30d.');
  return Math.floor(length / 1_000);
}
