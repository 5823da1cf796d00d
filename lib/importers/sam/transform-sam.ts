import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Issue } from '../../errors';
import { readReferenced, textInside, type SourceDocument } from '../document/read-document';
import type { SourceBounds } from '../document/source-bounds';
import { expandIncludes } from './expand-includes';
import { expandResourceLoops } from './language-extensions';
import type { ParameterValues } from './parameters';
import { readSamConfig, SAM_CONFIG_FILES, type SamConfig } from './sam-config';
import { translateSam } from './translate';
import { isMap, type JsonMap } from './value';

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
  const located = issues.map((issue) => withLine(issue, document));
  return { document: { ...document, value: template ?? refused }, parameters, issues: located, files };
}

/** The configuration of the SAM CLI in the directory of a template; nothing if there is none. */
export function samConfigBeside(template: string, bounds: SourceBounds): SamConfig {
  const file = SAM_CONFIG_FILES.map((name) => path.join(path.dirname(template), name)).find((name) => existsSync(name));
  return file === undefined ? { parameters: {} } : readSamConfig(file, textInside(file, bounds));
}

function withLine(issue: Issue, document: SourceDocument): Issue {
  return issue.location === '' ? issue : { ...issue, source: document.positionOf(['Resources', issue.location]) };
}
