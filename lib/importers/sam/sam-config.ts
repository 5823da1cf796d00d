import { parse, TomlError } from 'smol-toml';
import { GatewayError } from '../../errors';
import { readYaml } from '../document/read-yaml';
import { isMap, member, type JsonMap } from './value';

/** The names that the SAM CLI looks for, in its order. */
export const SAM_CONFIG_FILES = ['samconfig.toml', 'samconfig.yaml', 'samconfig.yml'] as const;

/** Commands whose settings apply to a local gateway; later ones win. */
const COMMANDS = ['global', 'build', 'deploy', 'local_start_api'] as const;
const PAIR = /(?:ParameterKey=)?(\w+)(?:,ParameterValue)?=(?:"((?:\\.|[^"\\])*)"|'([^']*)'|([^\s"']\S*))/g;

/** What a configuration of the SAM CLI says of a template. */
export interface SamConfig {
  /** The template, relative to the configuration. */
  readonly template?: string;
  readonly parameters: Readonly<Record<string, string>>;
}

/**
 * Reads `samconfig.toml`, or its YAML form, for one environment.
 * @throws SOURCE_UNREADABLE
 */
export function readSamConfig(file: string, text: string, environment = 'default'): SamConfig {
  const config = file.endsWith('.toml') ? readToml(file, text) : readYaml(file, text);
  const settings = COMMANDS.map((command) => member(member(member(config, environment), command), 'parameters')).filter(isMap);
  const templates = settings.map(templateOf).filter((one) => one !== undefined);
  const template = templates.at(-1);
  return {
    ...(template === undefined ? {} : { template }),
    parameters: Object.assign({}, ...settings.map((one) => parametersOf(one['parameter_overrides']))) as Record<string, string>, // texts by name
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

/** What `sam build` has written is not a source. */
function templateOf(settings: JsonMap): string | undefined {
  const given = settings['template_file'] ?? settings['template'];
  return typeof given === 'string' && !given.includes('.aws-sam') ? given : undefined;
}

/** `A=b C="d e"`, a list of such texts, or a map. */
function parametersOf(overrides: unknown): Readonly<Record<string, string>> {
  if (isMap(overrides)) return Object.fromEntries(Object.entries(overrides).map(([name, value]) => [name, String(value)]));
  const texts: readonly unknown[] = Array.isArray(overrides) ? overrides : [overrides];
  return Object.fromEntries(texts.filter((text) => typeof text === 'string').flatMap((text) => [...text.matchAll(PAIR)])
    .map(([, name = '', quoted, single, plain]) => [name, quoted?.replaceAll(/\\(.)/g, '$1') ?? single ?? plain ?? '']));
}
