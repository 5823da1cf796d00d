import { Aspects, type Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { AwsSolutionsChecks, type INagLogger, type NagLoggerBaseData } from 'cdk-nag';
import { AccessLogFormat, CognitoUserPoolsAuthorizer, MethodLoggingLevel } from '../../lib';
import { Api, TemplateFormat } from '../../lib/aws';
import { newFunction, newStack } from '../support/aws-stack';
import { EXAMPLES, REFUSED_EXAMPLES, stacksOfExample } from '../support/template/example-stack';
import explanations from './cdk-nag.json';

/** A rule that a resource does not follow, or that could not be checked. */
interface Finding {
  readonly rule: string;
  readonly where: string;
}

const TEMPLATE_FORMATS = [TemplateFormat.RESOURCES, TemplateFormat.OPENAPI_BODY];
const CASES = EXAMPLES.filter((one) => !REFUSED_EXAMPLES.has(one)).flatMap((example) =>
  TEMPLATE_FORMATS.map((templateFormat) => [example, templateFormat] as const));
const used = new Set<string>();

describe('cdk-nag finds nothing but what cdk-nag.json explains', () => {
  test.each(CASES)('in example %s as %s', (example, templateFormat) => {
    const reported = stacksOfExample(example, templateFormat).flatMap(findings);
    for (const finding of reported) explanations.filter((row) => explains(row, finding)).forEach(({ rule, where }) => used.add(`${rule} ${where}`));
    expect(reported.filter((one) => !explanations.some((row) => explains(row, one)))).toEqual([]);
  });

  test('and there is no explanation of what is not found', () => {
    expect(explanations.filter(({ rule, where }) => !used.has(`${rule} ${where}`))).toEqual([]);
    expect(explanations.filter(({ why }) => why.length < 20)).toEqual([]);
  });
});

test('an API with logs, an authorizer, validation, a web ACL and functions of least privilege has no finding at all', () => {
  const stack = newStack();
  const deployOptions = { accessLogFormat: AccessLogFormat.clf(), loggingLevel: MethodLoggingLevel.ERROR };
  const api = new Api(stack, 'Pets', { cloudWatchRole: false, deployOptions });
  const pool = UserPool.fromUserPoolArn(stack, 'Pool', 'arn:aws:cognito-idp:eu-west-1:123456789012:userpool/eu-west-1_x');
  const authorizer = new CognitoUserPoolsAuthorizer(stack, 'Auth', { cognitoUserPools: [pool] });
  const requestValidator = api.addRequestValidator('Checks', { validateRequestBody: true, validateRequestParameters: true });
  api.root.addResource('pets').addMethod('POST', newFunction(stack, 'Fn', { leastPrivilege: true, deadLetter: {} }), { authorizer, requestValidator });
  const resourceArn = `arn:${stack.partition}:apigateway:${stack.region}::/restapis/${api.restApiId}/stages/${api.deploymentStage.stageName}`;
  new CfnWebACLAssociation(stack, 'Firewall', { resourceArn, webAclArn: 'arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/x/y' });
  expect(findings(stack)).toEqual([]);
});

/** Returns the findings of the AWS Solutions pack, its warnings included. */
function findings(stack: Stack): Finding[] {
  const findings: Finding[] = [];
  const find = ({ ruleId, resource }: NagLoggerBaseData) => findings.push({ rule: ruleId, where: resource.node.path });
  const ignore = () => undefined;
  const logger: INagLogger = {
    onNonCompliance: find, onError: find, onSuppressed: find, onSuppressedError: find, onCompliance: ignore, onNotApplicable: ignore,
  };
  Aspects.of(stack).add(new AwsSolutionsChecks({ reports: false, additionalLoggers: [logger] }));
  Template.fromStack(stack);
  return findings.filter((one, index) => index === findings.findIndex(({ rule, where }) => rule === one.rule && where === one.where));
}

function explains(row: (typeof explanations)[number], { rule, where }: Finding): boolean {
  return row.rule === rule && new RegExp(row.where).test(where);
}
