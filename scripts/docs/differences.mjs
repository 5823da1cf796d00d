// docs/reference/aws-differences.md: where the template of an Api is not that of a RestApi, from docs/reference/aws-differences.json.
import { code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The whole page. */
export function differencesPage({ differences, undeclared }) {
  return page([
    generatedFrom('docs/reference/aws-differences.json'),
    '# Differences from RestApi',
    '`Api` of `synthgate/aws` renders the same template as `RestApi` of `aws-cdk-lib` for the same API, except for '
      + 'the rows below. `test/oracle` declares the same APIs with both, using every prop of the L2 constructs, and compares '
      + 'the whole templates with their logical ids, including functions, roles and logs. The test fails for a difference without a row, and for a '
      + 'row without a difference. `-` means absent, `…` any text. For an app that moves to `Api`, see '
      + '[Migrate from RestApi](../guides/migrating-from-rest-api.md).',
    table(['resource', 'place', 'Api', 'RestApi', 'why'], differences.map((row) => [
      code(row.resource.replace('AWS::ApiGateway::', '')), row.at === '' ? 'the resource' : code(row.at.replace('Properties.', '')),
      valueCell(row.ours), valueCell(row.theirs), plain(row.why),
    ])),
    '## Not declared here',
    'Props of the L2 constructs that have no counterpart. Anything else that `Api` has no prop for can be set on the L1 resources: '
      + '`api.aws.cfnRestApi`, or an Aspect on the API, an authorizer or a key (`test/oracle/definitions/underneath.ts`).',
    table(['props', 'why'], undeclared.map(({ props, why }) => [props.map(code).join('<br>'), plain(why)])),
  ]);
}

function valueCell(value) {
  return value === '' ? 'an empty text' : code(value);
}
