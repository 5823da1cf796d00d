import { existsSync } from 'node:fs';
import path from 'node:path';
import { GatewayError, type Issue } from '../../errors';
import { readDocument, readSourceText, type SourceDocument } from '../document/read-document';
import { expandIncludes } from './expand-includes';
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
 * @param given - values of parameters; they win over those of the template's `samconfig.toml`
 * @param region - decides the partition in ARNs
 */
export function transformSam(document: SourceDocument, given: ParameterValues, region?: string): TransformedSam {
  const files: string[] = [];
  const parameters = { ...samConfigBeside(document.file).parameters, ...given };
  const value = expandIncludes(document.value, (location) => readIncluded(path.resolve(path.dirname(document.file), location), files));
  const { template, issues } = translateSam(isMap(value) ? value : {}, { parameters, ...(region === undefined ? {} : { region }) });
  const refused: JsonMap = { Resources: {} };
  const located = issues.map((issue) => withLine(issue, document));
  return { document: { ...document, value: template ?? refused }, parameters, issues: located, files };
}

/** The configuration of the SAM CLI in the directory of a template; nothing if there is none. */
export function samConfigBeside(template: string): SamConfig {
  const file = SAM_CONFIG_FILES.map((name) => path.join(path.dirname(template), name)).find((name) => existsSync(name));
  return file === undefined ? { parameters: {} } : readSamConfig(file, readSourceText(file));
}

/** Returns the content of an included file; undefined if it is not here, which is reported where it is needed. */
function readIncluded(file: string, files: string[]): unknown {
  try {
    const { value } = readDocument(file);
    files.push(file);
    return value;
  } catch (error) {
    if (GatewayError.isGatewayError(error) && error.code === 'SOURCE_UNREADABLE') return undefined;
    throw error;
  }
}

function withLine(issue: Issue, document: SourceDocument): Issue {
  return issue.location === '' ? issue : { ...issue, source: document.positionOf(['Resources', issue.location]) };
}
