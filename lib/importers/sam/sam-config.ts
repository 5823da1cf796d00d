import { parse, TomlError } from 'smol-toml';
import { GatewayError } from '../../errors';
import { present } from '../../openapi';
import { readYaml } from '../document/read-yaml';
import { isMap, member, type JsonMap } from './value';

/** The names that the SAM CLI looks for, in its order. */
export const SAM_CONFIG_FILES = ['samconfig.toml', 'samconfig.yaml', 'samconfig.yml'] as const;

/** Commands whose settings apply to a local gateway; later ones win. */
const COMMANDS = ['global', 'build', 'deploy', 'local_start_api'] as const;
const PAIR = /(?:ParameterKey=)?(\w+)(?:,ParameterValue)?=(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^\s"']\S*))/g;

/** The settings of a template in a configuration of the SAM CLI. */
export interface SamConfig {
  /** The template, relative to the configuration. */
  readonly template?: string;
  /** The name of the stack that it is deployed as. */
  readonly stackName?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/** Reads `samconfig.toml`, or its YAML form, for one environment. @throws SOURCE_UNREADABLE */
export function readSamConfig(file: string, text: string, environment = 'default'): SamConfig {
  const config = file.endsWith('.toml') ? readToml(file, text) : readYaml(file, text);
  const settings = COMMANDS.map((command) => member(member(member(config, environment), command), 'parameters')).filter(isMap);
  const templates = settings.map(templateOf).filter((template) => template !== undefined);
  const template = templates.at(-1);
  const stackName = settings.map((setting) => setting['stack_name']).filter((name) => typeof name === 'string').at(-1);
  return {
    ...present({ template, stackName }),
    parameters: Object.assign({}, ...settings.map((setting) => parametersOf(setting['parameter_overrides']))) as Record<string, string>, // texts by name
  };
}

function readToml(file: string, text: string): unknown {
  try {
    return parse(text);
  } catch (cause) {
    if (!(cause instanceof TomlError)) throw cause;
    throw new GatewayError('SOURCE_UNREADABLE', { reason: cause.message.split('\n')[0] ?? '' }, { location: file, cause });
  }
}

/** Returns the named template, unless it is an output of `sam build`. */
function templateOf(settings: JsonMap): string | undefined {
  const file = settings['template_file'] ?? settings['template'];
  return typeof file === 'string' && !file.includes('.aws-sam') ? file : undefined;
}

/** `A=b C="d e"`, a list of such texts, or a map. */
function parametersOf(overrides: unknown): Readonly<Record<string, string>> {
  if (isMap(overrides)) return Object.fromEntries(Object.entries(overrides).map(([name, value]) => [name, String(value)]));
  const texts: readonly unknown[] = Array.isArray(overrides) ? overrides : [overrides];
  return Object.fromEntries(texts.filter((text) => typeof text === 'string').flatMap((text) => [...text.matchAll(PAIR)])
    .map(([, name = '', quoted, single, plain]) => [name, quoted?.replaceAll(/\\(.)/g, '$1') ?? single ?? plain ?? '']));
}
