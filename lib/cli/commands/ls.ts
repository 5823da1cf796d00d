import { Command } from 'commander';
import { localNames, readAssembly, selectApis, type AssemblyApi } from '../../runtime';
import {
  describeAuthorization, describeIntegration, describeProtocol, methodsOfResource, protocolOf, whyUnavailable, type GatewaySpec,
  type MethodSpec, type Protocol,
} from '../../spec';
import { findAssembly } from '../assembly-source';
import { localNamesText } from '../local-names-text';
import { action, appOption, collect, jsonOption, outputOption, type AppOptions } from '../options';
import { routeListing } from '../route-listing';
import { environmentFlags, impliedTokenValues, SOURCE_FORMATS, sourceOptions } from '../sources/source-options';
import { colorsOf, jsonText, type Terminal } from '../terminal';

interface LsOptions extends AppOptions {
  readonly api?: readonly string[];
  readonly json?: boolean;
}

export function lsCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('print the route table')
    .argument('[source]', `app (a TypeScript or JavaScript file), assembly, spec, or another source: ${SOURCE_FORMATS} (default: gateway.out if it exists, otherwise the output of the app)`)
    .addOption(appOption())
    .addOption(outputOption())
    .option('--api <name>', 'only this API; repeatable', collect)
    .addOption(jsonOption())
    .addHelpText('after', '\nExamples:\n  $ synthgate ls\n  $ synthgate ls gateway.out --json\n  $ synthgate ls template.yaml --parameter Stage=prod\n  $ synthgate ls bin/gateway.ts --api Pets')
    .action(action(ls, terminal));
  for (const option of [...sourceOptions(), ...environmentFlags()]) command.addOption(option);
  return command;
}

async function ls(assembly: string | undefined, options: LsOptions, terminal: Terminal): Promise<void> {
  const source = await findAssembly(assembly, { ...options, isOnlyRead: true, buildsPrograms: false }, terminal);
  const apis = selectApis(readAssembly(source), options.api);
  if (options.json === true) return terminal.out(jsonText(routeRows(apis)));
  const colors = colorsOf(terminal, options);
  const { account: accountId, region } = options;
  const names = localNames(source, { accountId, region }, await impliedTokenValues(source, options, terminal));
  terminal.out(`${routeListing(apis, colors)}${localNamesText(names, colors)}`);
}

/** One method of one stage, in API Gateway's words. */
export interface RouteRow {
  readonly api: string;
  readonly protocol: Protocol;
  /** Null for an API that has no stage. */
  readonly stage: string | null;
  readonly method: string;
  readonly path: string;
  /** `GET /pets`, `$default`; null in REST APIs. */
  readonly routeKey: string | null;
  readonly authorizationType: string;
  readonly authorizer: string | null;
  readonly apiKeyRequired: boolean;
  readonly integrationType: string;
  /** The action of a service that a route of an HTTP API calls: `SQS-SendMessage`. */
  readonly integrationSubtype: string | null;
  readonly function: string | null;
  /** Why it cannot be called here: it answers 501, or its authorizer refuses. */
  readonly unavailable: string | null;
}

/** Every method of every stage, preflights included. */
export function routeRows(apis: readonly AssemblyApi[]): RouteRow[] {
  return apis.flatMap(({ name: api, spec }) => {
    const stages = Object.keys(spec.stages).sort();
    const protocol = protocolOf(spec);
    return (stages.length === 0 ? [null] : stages).flatMap((stage) => {
      const { variables } = spec.stages[stage ?? ''] ?? {};
      return Object.keys(spec.resources).sort().flatMap((path) => [
        ...methodsOfResource(spec, path).map(({ httpMethod, method }) => ({
          api, protocol, stage, method: httpMethod, path, routeKey: protocol === 'rest' ? null : describeProtocol(spec).methodKey(path, httpMethod), ...declaredRow(method, spec), unavailable: whyUnavailable(method, spec, variables) ?? null,
        })),
        ...(spec.resources[path]?.cors === undefined ? [] : [{ api, protocol, stage, method: 'OPTIONS', path, routeKey: null, ...PREFLIGHT }]),
      ]);
    });
  });
}

const PREFLIGHT = { authorizationType: 'NONE', authorizer: null, apiKeyRequired: false, integrationType: 'MOCK', integrationSubtype: null, function: null, unavailable: null } as const;

/** A method that was imported and cannot be carried is listed as its source has it. */
function declaredRow({ authorization, apiKeyRequired, integration }: MethodSpec, spec: GatewaySpec) {
  const { awsType, awsSubtype, functions, declared = {} } = describeIntegration(integration);
  const called = declared.function ?? functions[0] ?? null;
  return {
    authorizationType: declared.authorizationType ?? authorization.type,
    authorizer: declared.authorizer ?? describeAuthorization(authorization).authorizer ?? null,
    apiKeyRequired,
    integrationType: awsType,
    integrationSubtype: awsSubtype ?? null,
    function: called === null ? null : spec.functions[called]?.constructPath ?? spec.functions[called]?.logicalId ?? called,
  };
}
