import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Issue } from '../../errors';
import { readReferenced, textInside, type SourceDocument } from '../document/read-document';
import type { SourceBounds } from '../document/source-bounds';
import { parameterValues, resolveParameters, type ParameterValues } from './parameters';
import { readSamConfig, SAM_CONFIG_FILES, type SamConfig } from './sam-config';
import { translateSam } from './translate';
import { isMap, member, type JsonMap } from './value';
import { LoopBudget } from '../document/document-limits';
import { expandLoops, isLoop } from '../template/for-each';
import { isMembers, type Members } from '../value';

/** A SAM template as CloudFormation sees it after its transform. */
export interface TransformedSam {
  /** Lines are those of the SAM template: its resources keep their names. Without resources if it is refused. */
  readonly document: SourceDocument;
  /** The given values of parameters and those of the configuration. */
  readonly parameters: ParameterValues;
  readonly issues: readonly Issue[];
  /** Included files. */
  readonly files: readonly string[];
}

/**
 * Carries out SAM's transform, with the local files that the template includes.
 * @param passed - values of parameters; they win over those of the template's `samconfig.toml`
 * @param region - decides the partition in ARNs
 */
export function transformSam(document: SourceDocument, passed: ParameterValues, region?: string): TransformedSam {
  const files: string[] = [];
  const parameters = { ...samConfigBeside(document.file, document.bounds).parameters, ...passed };
  const included = expandIncludes(document.value, (location) => {
    const read = readReferenced(path.resolve(path.dirname(document.file), location), document.bounds);
    // a missing file is reported where it is needed
    if ('reason' in read) return undefined;
    files.push(read.file);
    return read.value;
  });
  const value = expandResourceLoops(included, { file: document.file, parameters, region });
  const { template, issues } = translateSam(isMap(value) ? value : {}, { parameters, ...(region === undefined ? {} : { region }) });
  const refused: JsonMap = { Resources: {} };
  const located = issues.map((issue) => (issue.location === '' ? issue : { ...issue, source: document.positionOf(['Resources', issue.location]) }));
  return { document: { ...document, value: template ?? refused }, parameters, issues: located, files };
}

/** The configuration of the SAM CLI in the directory of a template; nothing if there is none. */
export function samConfigBeside(template: string, bounds: SourceBounds): SamConfig {
  const file = SAM_CONFIG_FILES.map((name) => path.join(path.dirname(template), name)).find((name) => existsSync(name));
  return file === undefined ? { parameters: {} } : readSamConfig(file, textInside(file, bounds));
}

const TRANSFORM = 'Fn::Transform';

/** The content of an included file, or undefined where it is not local. */
type Include = (location: string) => unknown;

/** `AWS::Include` inside a template is carried out before SAM's transform: the definition of an API is often included. */
export function expandIncludes(value: unknown, include: Include): unknown {
  if (Array.isArray(value)) return value.map((item) => expandIncludes(item, include));
  if (!isMap(value)) return value;
  const { [TRANSFORM]: transform, ...rest } = value;
  const content = included(transform, include);
  const own: JsonMap = content === undefined ? value : rest;
  const expanded = Object.fromEntries(Object.entries(own).map(([key, item]) => [key, expandIncludes(item, include)]));
  if (content === undefined) return expanded;
  return isMap(content) ? { ...content, ...expanded } : content;
}

function included(transform: unknown, include: Include): unknown {
  const location = member(member(transform, 'Parameters'), 'Location');
  if (member(transform, 'Name') !== 'AWS::Include' || typeof location !== 'string') return undefined;
  return include(location);
}

interface LoopValues {
  readonly file: string;
  /** Given values of parameters; defaults apply to the others. */
  readonly parameters: ParameterValues;
  readonly region?: string | undefined;
}

/**
 * Carries out `Fn::ForEach` in the resources of a template: the transform AWS::LanguageExtensions runs before SAM's. Loops over what is
 * known only after deployment stay.
 * @throws SOURCE_UNREADABLE beyond the limit of members
 */
function expandResourceLoops(template: unknown, { file, parameters, region = '' }: LoopValues): unknown {
  if (!isMap(template)) return template;
  const values = parameterValues(template, parameters, region);
  const loops = { budget: new LoopBudget(file), evaluate: (collection: unknown) => resolveParameters(collection, values) };
  const expanded = (value: unknown, isMade: boolean): unknown => {
    if (Array.isArray(value)) return value.map((item) => expanded(item, isMade));
    if (!isMembers(value)) return value;
    const members = Object.keys(value).some(isLoop) ? expandLoops(value, loops) : value;
    const isNew = (name: string): boolean => isMade || !Object.hasOwn(value, name);
    const result = Object.fromEntries(Object.entries(members).map(([name, item]) => [name, expanded(item, isNew(name))]));
    return isMade ? substitutedText(result) : result;
  };
  const resources = member(template, 'Resources');
  return resources === undefined ? template : { ...template, Resources: expanded(resources, false) };
}

/** `Fn::Sub` of a text in which a loop has replaced all that was to be replaced; SAM takes none for a path. */
function substitutedText(value: Members): unknown {
  const text = value['Fn::Sub'];
  return Object.keys(value).length === 1 && typeof text === 'string' && !text.includes('${') ? text : value;
}
