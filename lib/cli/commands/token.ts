import { Command, InvalidArgumentError, Option } from 'commander';
import ms from 'ms';
import { GatewayError, type ErrorCode } from '../../errors';
import { issueTokenFor, type IssuedToken, type LocalTokenRequest } from '../../runtime';
import { findAssembly } from '../assembly-source';
import { dashboardOf } from '../dashboard-api';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { projectCallers, stateDirectoryOf } from '../state-directory';
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

/** Options that say which definition it is: without them it is the one that the project's gateway serves. */
const DEFINING: readonly string[] = [
  'app', 'assembly', 'output', 'account', 'region', 'userPool', 'tokenValue', 'tokenValues', 'parameter', 'parameters', 'handler',
];

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
synthgate dev and exec accept the token; synthgate serve does with --local-issuer. A running synthgate dev of the project signs it;
without one it is signed for the last assembly, and the app runs only if there is none. The key is in local-issuer.json in the state
directory of the project, readable by its owner only, and created when it is first needed.

Examples:
  $ synthgate token --claim sub=alice --group admin
  $ synthgate token --pool Customers --scope pets/read --expires 8h
  $ curl -H "Authorization: $(synthgate token)" http://127.0.0.1:3000/prod/pets`)
    .action(async () => {
      const isGiven = (name: string): boolean => command.getOptionValueSource(name) === 'cli';
      await run(command.optsWithGlobals<TokenOptions>(), { isOfProject: !DEFINING.some(isGiven) }, terminal);
    });
  for (const option of sourceOptions()) command.addOption(option);
  return command;
}

async function run(options: TokenOptions, { isOfProject }: { readonly isOfProject: boolean }, terminal: Terminal): Promise<void> {
  if (options.id === true) refuseUnused({ '--access': options.access, '--scope': options.scope }, 'nothing: an ID token has no scopes');
  const request = requestOf(options);
  const ofGateway = isOfProject ? await askGateway(request, options, terminal) : undefined;
  const token = ofGateway ?? await signHere(request, options, terminal);
  terminal.out(`${token}\n`);
}

function requestOf({ pool, claim = {}, group: groups, scope: scopes, clientId, expires, ...options }: TokenOptions): LocalTokenRequest {
  const claims = Object.fromEntries(Object.entries(claim).map(([name, text]) => [name, claimValue(name, text)]));
  const use = options.id === true ? 'id' : options.access === true ? 'access' : undefined;
  const claimOptions = { pool, claims, groups, scopes, use, clientId, expiresInSeconds: expires };
  return Object.fromEntries(Object.entries(claimOptions).filter(([, value]) => value !== undefined));
}

/** Refusals of a gateway that is not the project's, whose address is left from an earlier one. */
const OF_ANOTHER: ReadonlySet<unknown> = new Set<ErrorCode>(['MANAGEMENT_TOKEN_WRONG', 'MANAGEMENT_GUESSES_LIMITED', 'MANAGEMENT_OPERATION_UNKNOWN']);

/** The token as the running gateway of the project signs it, without running the app; undefined if none with a dashboard runs. */
async function askGateway(request: LocalTokenRequest, options: TokenOptions, terminal: Terminal): Promise<string | undefined> {
  try {
    const dashboard = dashboardOf(await stateDirectoryOf(options, terminal));
    return (await dashboard.post<IssuedToken>('/api/tokens', request)).token;
  } catch (error) {
    if (!GatewayError.isGatewayError(error)) throw error;
    if (error.code === 'DASHBOARD_UNREACHABLE' || OF_ANOTHER.has(error.details.code)) return undefined;
    throw error;
  }
}

/** Signs it with the definition as last synthesized; the app runs only if there is none, or one is given. */
async function signHere(request: LocalTokenRequest, options: TokenOptions, terminal: Terminal): Promise<string> {
  const { account, region, userPool } = options;
  const { localIssuer: keyFile } = await projectCallers(options, terminal);
  const source = await findAssembly(options.assembly, { ...options, buildsPrograms: false }, terminal);
  const { values } = await impliedTokenValues(source, options, terminal);
  const tokenValues = { ...values, ...localTokenValues(options, terminal) };
  return issueTokenFor(source, request, { keyFile, accountId: account, region, tokenValues, userPools: userPool });
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
