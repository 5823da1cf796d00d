import { Command } from 'commander';
import { invokeDefinition, textLog, type FunctionPermissions, type TestInvokeResult } from '../../runtime';
import { freshAssembly } from '../assembly-source';
import { environmentByFunction, permissionsByFunction } from '../by-function';
import { environmentOptions, readEnvironment, reportWithheld, type EnvironmentOptions } from '../function-environment';
import { localTokenValues, tokenValuesOption, type TokenValueOptions } from '../json-file';
import { action, appOption, jsonOption, nameAndValue, outputOption, type AppOptions } from '../options';
import { reportWarnings } from '../report-warnings';
import { header, methodAndRoute, textOrFile } from '../request-options';
import { serveFlag } from '../serve-flags';
import { environmentFlags, impliedTokenValues, sourceOptions } from '../sources/source-options';
import { colorsOf, jsonText, usesColor, type Colors, type Terminal } from '../terminal';
import { writeTokenValues, writeTokenValuesOption } from '../token-values-file';

interface InvokeOptions extends AppOptions, EnvironmentOptions, TokenValueOptions {
  readonly assembly?: string;
  readonly api?: string;
  readonly header?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly stageVariable?: Readonly<Record<string, string>>;
  readonly allow?: FunctionPermissions;
  readonly awsEndpoint?: Readonly<Record<string, string>>;
  readonly awsProfile?: string;
  readonly json?: boolean;
}

export function invokeCommand(terminal: Terminal): Command {
  const command = new Command()
    .description('call one method of the current definition, deployed or not, and print its execution log')
    .argument('<request>', 'method and path without a stage: "GET /pets/7?color=red"; a resource: "GET /pets/{petId}"; or the key of a route: $default')
    .addOption(appOption())
    .addOption(outputOption())
    .option('--assembly <directory or spec>', 'use this assembly instead of running the app')
    .option('--api <name>', 'API name; optional if there is only one')
    .option('-H, --header <name: value>', 'request header; repeatable', header)
    .option('-d, --body <text or @file>', 'request body; @- reads standard input')
    .option('--stage-variable <name=value>', 'stage variable; repeatable', nameAndValue)
    .addOption(serveFlag('tokenValues'))
    .addOption(tokenValuesOption())
    .addOption(writeTokenValuesOption())
    .addOption(serveFlag('functionPermissions'))
    .addOption(serveFlag('awsEndpoints'))
    .addOption(serveFlag('awsProfile'))
    .addOption(jsonOption())
    .addHelpText('after', `
Authorizers, API keys and throttling are skipped, as with "Test" in the API Gateway console. Output of functions goes to
standard error.

Examples:
  $ synthgate invoke "GET /pets/7"
  $ synthgate invoke "POST /pets" --header "content-type: application/json" --body @pet.json
  $ synthgate invoke "GET /pets/{petId}" --assembly gateway.out --api Pets --json
  $ synthgate invoke join --body '{"action": "join"}'`)
    .action(action(run, terminal));
  for (const option of [...environmentOptions(), ...sourceOptions(), ...environmentFlags()]) command.addOption(option);
  return command;
}

async function run(request: string, options: InvokeOptions, terminal: Terminal): Promise<void> {
  const { method, path } = methodAndRoute(request);
  const body = options.body === undefined ? undefined : textOrFile('--body', options.body, terminal);
  const source = await freshAssembly(options.assembly, options, terminal);
  reportWarnings(source, terminal);
  const functionPermissions = permissionsByFunction(options.allow, source);
  const environment = readEnvironment(options, terminal);
  const variables = environmentByFunction(environment.variables, source);
  const log = textLog(terminal.err, { color: usesColor(terminal, options) });
  reportWithheld(environment, log);
  const implied = await impliedTokenValues(source, options, terminal);
  const own = localTokenValues(options, terminal);
  const tokenValues = { ...implied.values, ...own };
  if (options.writeTokenValues !== undefined) {
    writeTokenValues(options.writeTokenValues, source, {
      options: { tokenValues: own, functionEnvironment: variables, accountId: options.account, region: options.region }, implied, terminal,
    });
  }
  const result = await invokeDefinition(
    {
      source, log, api: options.api, tokenValues, accountId: options.account, region: options.region,
      functionPermissions, functionEnvironment: variables, awsEndpoints: options.awsEndpoint, awsProfile: options.awsProfile,
    },
    { method, path, body, headers: options.header, stageVariables: options.stageVariable },
  );
  terminal.out(options.json === true ? jsonText(result) : resultText(result, colorsOf(terminal, options)));
}

function resultText({ status, multiValueHeaders, body, log, latency }: TestInvokeResult, colors: Colors): string {
  const headers = Object.entries(multiValueHeaders).flatMap(([name, values]) => values.map((value) => `${name}: ${value}\n`));
  const mark = status >= 500 ? colors.red : status >= 400 ? colors.yellow : colors.green;
  return `${mark(String(status))} ${colors.dim(`in ${latency} ms`)}\n${headers.join('')}\n${body}${body === '' ? '' : '\n\n'}${colors.dim(log)}`;
}
