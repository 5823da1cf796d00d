import fc from 'fast-check';
import { GatewayError } from '../../lib/errors';
import { importOpenApiFile, type ImportedSource } from '../../lib/importers';
import { importCloudAssembly } from '../../lib/importers/cdk/cloud-assembly';
import { parseDocument, type SourceDocument } from '../../lib/importers/document/read-document';
import { importSamTemplate, importServerless, importTemplate } from '../../lib/importers/template/import-template';
import { readSpec } from '../../lib/spec';
import { oddTemplate } from '../support/importers/odd-authorization/cloudformation';
import { oddDocument } from '../support/importers/odd-authorization/open-api';
import { weakerAnswers, type DeclaredSource } from '../support/importers/odd-authorization/oracle';
import { oddSamTemplate } from '../support/importers/odd-authorization/sam';
import { oddService } from '../support/importers/odd-authorization/serverless';
import { newProject } from '../support/project';
import '../support/property-seed';

/** Sources of each format in a run: 2,000 in all. */
const NUMBER_OF_SOURCES = 400;

const FORMATS: readonly (readonly [string, fc.Arbitrary<DeclaredSource>, (document: SourceDocument) => ImportedSource])[] = [
  ['a CloudFormation template', oddTemplate, (document) => importTemplate(document, {})],
  ['a cloud assembly of the CDK', oddTemplate, assemblyOf],
  ['a SAM template', oddSamTemplate, (document) => importSamTemplate(document, {})],
  ['an OpenAPI document', oddDocument, (document) => importOpenApiFile(document)],
  ['a serverless.yml', oddService, (document) => importServerless(document, {})],
];

test.each(FORMATS)('%s with odd forms of authorization is never served weaker than its strictest reading', (_, sources, read) => {
  fc.assert(fc.property(sources, (declared) => {
    expect(weakerIn(declared, read)).toEqual([]);
  }), { numRuns: NUMBER_OF_SOURCES });
});

/** A source that is refused with a code answers nothing. */
function weakerIn(declared: DeclaredSource, read: (document: SourceDocument) => ImportedSource): string[] {
  try {
    const { apis } = read(parseDocument('/nowhere/source.json', JSON.stringify(declared.source)));
    return weakerAnswers(apis.map(({ spec, name }) => readSpec(spec, name).spec), declared);
  } catch (error) {
    if (GatewayError.isGatewayError(error)) return [];
    throw error;
  }
}

function assemblyOf({ value }: SourceDocument): ImportedSource {
  const artifacts = { Odd: { type: 'aws:cloudformation:stack', environment: 'aws://123456789012/us-east-1', properties: { templateFile: 'odd.template.json' } } };
  const project = newProject({ 'cdk.out/manifest.json': JSON.stringify({ version: '40.0.0', artifacts }), 'cdk.out/odd.template.json': JSON.stringify(value) });
  return importCloudAssembly(project.file('cdk.out'), {});
}
