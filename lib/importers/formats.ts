import path from 'node:path';
import { present } from '../openapi';
import { importCloudAssembly } from './cdk/cloud-assembly';
import type { SourceDocument } from './document/read-document';
import type { ImportedSource, ImportOptions } from './imported-source';
import { importOpenApiFile } from './open-api';
import { importSamTemplate, importServerless, importTemplate } from './template/import-template';
import { memberOf, membersOf, type Members } from './value';

/** A format of definitions that were not written with synthgate. */
export interface SourceFormat {
  readonly kind: 'cloud-assembly' | 'sam' | 'template' | 'open-api' | 'serverless';
  /** Its name in help and messages, which a test looks for. */
  readonly title: string;
  /** The members that say it, for messages. */
  readonly mark: string;
  readonly recognizes: (document: Members) => boolean;
  /** Names of a project's definition that a directory is read by, the most specific first. */
  readonly projectFiles: readonly string[];
  readonly read: (document: SourceDocument, options: ImportOptions) => ImportedSource;
}

const SAM_TRANSFORM = 'AWS::Serverless-2016-10-31';

/** Formats in the order in which they are tried: a SAM template is a template as well. */
export const SOURCE_FORMATS: readonly SourceFormat[] = [
  {
    kind: 'cloud-assembly',
    title: 'cdk.out',
    mark: '"artifacts" with "version"',
    recognizes: (document) => has(document, 'artifacts', 'version'),
    projectFiles: [],
    read: ({ file }, options) => importCloudAssembly(path.dirname(file), options),
  },
  {
    kind: 'sam',
    title: 'SAM template',
    mark: '"Resources"',
    recognizes: isSam,
    projectFiles: ['template.yaml', 'template.yml', 'template.json'],
    read: importSamTemplate,
  },
  {
    kind: 'template',
    title: 'CloudFormation',
    mark: '"Resources"',
    recognizes: (document) => has(document, 'Resources'),
    projectFiles: ['template.yaml', 'template.yml', 'template.json'],
    read: importTemplate,
  },
  {
    kind: 'open-api',
    title: 'OpenAPI document',
    mark: '"openapi", "swagger"',
    recognizes: (document) => has(document, 'openapi') || has(document, 'swagger'),
    projectFiles: [],
    read: (document, { handlerFile, mocks }) =>
      importOpenApiFile(document, present({ handlerFile, mocks })),
  },
  {
    kind: 'serverless',
    title: 'serverless.yml',
    mark: '"service" with "provider"',
    recognizes: (document) => has(document, 'service', 'provider'),
    projectFiles: ['serverless.yml', 'serverless.yaml', 'serverless.json'],
    read: importServerless,
  },
];

function has(document: Members, ...names: readonly string[]): boolean {
  return names.every((name) => Object.hasOwn(document, name));
}

/** SAM's transform, alone or among others; the SAM CLI takes templates without it as well. */
function isSam(template: Members): boolean {
  const types = Object.values(membersOf(template.Resources)).map((resource) => String(memberOf(resource, 'Type')));
  return [template.Transform].flat().includes(SAM_TRANSFORM) || types.some((type) => type.startsWith('AWS::Serverless::'));
}
