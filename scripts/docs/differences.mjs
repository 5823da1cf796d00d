// docs/reference/aws-differences.md: where the template of an Api is not that of a RestApi, from docs/reference/aws-differences.json.
import { code, generatedFrom, page, plain, table } from './markdown.mjs';

/** The whole page. */
export function differencesPage({ differences, undeclared }) {
  return page([
    generatedFrom('docs/reference/aws-differences.json'),
    '# Templates beside those of RestApi',
    'What `Api` of `synthgate/aws` renders is what `RestApi` of `aws-cdk-lib` renders for the same API, but for '
      + 'the lines below. `test/oracle` declares the same APIs with both, which together write every prop of the L2 constructs, and compares '
      + 'whole templates with their logical ids: functions, roles and logs too. A difference without a line fails, and so does a '
      + 'line without a difference. `-` is nothing, `…` any text. What an app sees that changes its imports is in '
      + '[Migrate from RestApi](../guides/migrating-from-rest-api.md).',
    table(['resource', 'place', 'Api', 'RestApi', 'why'], differences.map((row) => [
      code(row.resource.replace('AWS::ApiGateway::', '')), row.at === '' ? 'the resource' : code(row.at.replace('Properties.', '')),
      valueCell(row.ours), valueCell(row.theirs), plain(row.why),
    ])),
    '## Not declared here',
    'Props of the L2 constructs that have no counterpart. What is neither here nor a prop of ours is put underneath, as one does it with '
      + 'L1 resources: `api.aws.cfnRestApi`, or an Aspect on the API, an authorizer or a key (`test/oracle/definitions/underneath.ts`).',
    table(['props', 'why'], undeclared.map(({ props, why }) => [props.map(code).join('<br>'), plain(why)])),
  ]);
}

function valueCell(value) {
  return value === '' ? 'an empty text' : code(value);
}
