import { tokenText } from '../../spec';
import { isMembers, memberOf, membersOf, textOf, type Members } from '../value';

/** The values of a template's parameters. */
export interface ParameterValues {
  readonly values: ReadonlyMap<string, unknown>;
  /** Parameters that have neither a value nor a default. */
  readonly missing: readonly string[];
}

/** Parameters that `cdk` filled in with the location of code before assemblies had manifests of assets. */
const CDK_ASSET = /^AssetParameters([0-9a-f]{8,64})(S3Bucket|S3VersionKey|ArtifactHash)/;

/** The values of a template's parameters: given ones, then defaults; a missing one is a token. */
export function parameterValues(declared: unknown, passed: Members): ParameterValues {
  const values = new Map<string, unknown>();
  const missing: string[] = [];
  for (const [name, parameter] of Object.entries(membersOf(declared))) {
    const value = Object.hasOwn(passed, name) ? passed[name] : defaultOf(name, parameter);
    if (value === undefined) missing.push(name);
    values.set(name, withType(textOf(memberOf(parameter, 'Type')) ?? 'String', value ?? tokenText(name)));
  }
  return { values, missing };
}

function defaultOf(name: string, parameter: unknown): unknown {
  const [, hash, part] = CDK_ASSET.exec(name) ?? [];
  if (hash !== undefined) return part === 'S3VersionKey' ? `||${hash}.zip` : part === 'S3Bucket' ? 'assets' : hash;
  if (!isMembers(parameter) || parameter.Default === undefined) return undefined;
  // the default names a parameter of the Systems Manager, whose value is in AWS
  const type = textOf(parameter.Type) ?? '';
  return type.startsWith('AWS::SSM::Parameter::Value') ? tokenText(`ssm:${String(parameter.Default)}`) : parameter.Default;
}

function withType(type: string, value: unknown): unknown {
  const isList = type === 'CommaDelimitedList' || /^List<|^AWS::SSM::Parameter::Value<(List<|CommaDelimitedList)/.test(type);
  if (!isList || Array.isArray(value)) return value;
  const text = textOf(value) ?? '';
  return text === '' ? [] : text.split(',').map((item) => item.trim());
}
