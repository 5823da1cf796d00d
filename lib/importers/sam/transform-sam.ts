import path from 'node:path';
import { GatewayError, type Issue } from '../../errors';
import { readDocument, type SourceDocument } from '../document/read-document';
import { expandIncludes } from './expand-includes';
import type { ParameterValues } from './parameters';
import { translateSam } from './translate';
import { isMap, type JsonMap } from './value';

/** A SAM template as CloudFormation sees it after its transform. */
export interface TransformedSam {
  /** Lines are those of the SAM template: its resources keep their names. Without resources if it is refused. */
  readonly document: SourceDocument;
  readonly issues: readonly Issue[];
  /** Included files. */
  readonly files: readonly string[];
}

/** Carries out SAM's transform, with the local files that the template includes. */
export function transformSam(document: SourceDocument, parameters: ParameterValues): TransformedSam {
  const files: string[] = [];
  const value = expandIncludes(document.value, (location) => readIncluded(path.resolve(path.dirname(document.file), location), files));
  const { template, issues } = translateSam(isMap(value) ? value : {}, { parameters });
  const refused: JsonMap = { Resources: {} };
  return { document: { ...document, value: template ?? refused }, issues: issues.map((issue) => withLine(issue, document)), files };
}

/** What is not here stays as it is: it is reported where it is needed. */
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
