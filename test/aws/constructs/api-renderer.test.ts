import { Aspects, aws_apigateway as apigateway, aws_ec2 as ec2, aws_lambda as lambda, CfnOutput, CfnResource, Stack } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Api, CognitoUserPoolsAuthorizer, EndpointType, MockIntegration, UserPool, type ApiProps } from '../../../lib';
import { PermissionScope, TemplateFormat } from '../../../lib/aws';
import type { AwsTargetOptions } from '../../../lib/aws/constructs/api-options';
import { ApiRenderer } from '../../../lib/aws/constructs/api-renderer';
import { newFunction, newStack, resourcesOf, resourcesOfType } from '../../support/aws-stack';

/** An API of `synthgate` with GET /pets of a function, and what renders it. */
function petsApi(options: AwsTargetOptions = {}, props: ApiProps = {}, stack = newStack()) {
  const api = new Api(stack, 'Pets', props);
  const renderer = new ApiRenderer(api, options);
  const fn = newFunction(stack);
  const method = api.root.addResource('pets').addMethod('GET', fn);
  return { stack, api, renderer, fn, method };
}

const EXISTING = { existingApi: { restApiId: 'abc123', rootResourceId: 'root1' } };

const resourcesIn = (stack: Stack) => stack.node.findAll().filter((one) => CfnResource.isCfnResource(one));
const idsOfType = (stack: Stack, type: string) => Object.entries(resourcesOf(stack)).flatMap(([id, { Type }]) => (Type === `AWS::ApiGateway::${type}` ? [id] : []));
/** Warnings with a code, as they are printed. */
const warningsOf = (stack: Stack, code: string) => Annotations.fromStack(stack).findWarning('*', Match.stringLikeRegexp(code)).map(({ entry }) => String(entry.data));

describe('before CDK synthesizes', () => {
  test('there is the API alone, to which others can refer; what is declared afterwards is rendered as well', () => {
    const stack = newStack();
    const api = new Api(stack, 'Pets');
    const { cfnRestApi, restApiId, rootResourceId } = new ApiRenderer(api, {});
    api.root.addMethod('GET', new MockIntegration());
    expect(resourcesIn(stack)).toEqual([cfnRestApi]);
    expect(api.node.defaultChild).toBe(cfnRestApi);
    api.root.addMethod('POST', new MockIntegration());
    const [id] = idsOfType(stack, 'RestApi');
    expect(stack.resolve([restApiId, rootResourceId])).toEqual([{ Ref: id }, { 'Fn::GetAtt': [id, 'RootResourceId'] }]);
    expect(resourcesOfType(stack, 'Method').map(({ Properties }) => Properties.HttpMethod).sort()).toEqual(['GET', 'POST']);
  });

  test('an existing API has the ids that are given, and no resource', () => {
    const { stack, renderer } = petsApi(EXISTING);
    expect([renderer.cfnRestApi, renderer.restApiId, renderer.rootResourceId]).toEqual([undefined, 'abc123', 'root1']);
    expect(resourcesOfType(stack, 'RestApi')).toEqual([]);
  });

  test('a reference to a stage is its name in the definition and its resource in the template', () => {
    const { stack, api, renderer } = petsApi();
    const [stage, again, other] = ['prod', 'prod', 'other'].map((name) => renderer.stageRef(name));
    expect(again).toBe(stage);
    api.addStage('beta', { variables: { sibling: stage } });
    new CfnOutput(stack, 'Stage', { value: stage });
    new CfnOutput(stack, 'Other', { value: other });
    const [id] = idsOfType(stack, 'Stage');
    expect(Template.fromStack(stack).toJSON()).toMatchObject({ Outputs: { Stage: { Value: { Ref: id } }, Other: { Value: 'other' } } });
    expect(api.toJson()).toContain('"sibling": "prod"');
  });
});

test('an API is rendered once, however often it and its children are visited', () => {
  const { stack, api } = petsApi();
  const [aspect] = Aspects.of(api).all;
  api.node.children.forEach((child) => aspect.visit(child));
  expect(renderedMethods(stack)).toEqual([]);
  aspect.visit(api);
  aspect.visit(api);
  expect(renderedMethods(stack)).toHaveLength(1);
  expect(['Method', 'Stage', 'Deployment'].map((type) => idsOfType(stack, type).length)).toEqual([1, 1, 1]);
});

describe('an API that cannot be rendered', () => {
  test('because its definition is wrong has nothing but itself when it is reported', () => {
    const { stack, api } = petsApi();
    api.root.addMethod('FETCH');
    expect(() => Template.fromStack(stack)).toThrow('METHOD_UNKNOWN');
    expect(renderedMethods(stack)).toEqual([]);
  });

  test('because API Gateway would refuse it is reported at the construct that is refused', () => {
    const { stack, api, fn } = petsApi();
    const authorizer = new CognitoUserPoolsAuthorizer(api, 'Auth', { cognitoUserPools: [UserPool.fromIssuer('https://id.example.com')] });
    api.root.addMethod('GET', fn, { authorizer });
    expect(() => Template.fromStack(stack)).toThrow(/Shop\/Pets\/Auth: .*AWS_AUTHORIZER_UNSUPPORTED/s);
    expect(renderedMethods(stack)).toEqual([]);
  });

  test('exactly as declared is rendered with a warning, or refused if it is strict', () => {
    const lossy = { vendor: { shortPrefix: 'acme' } };
    const { stack } = petsApi({}, lossy);
    expect(warningsOf(stack, 'AWS_VENDOR_NAMES')).toHaveLength(1);
    expect(resourcesOfType(stack, 'Method')).toHaveLength(1);
    expect(() => Template.fromStack(petsApi({ strict: true }, lossy).stack)).toThrow('AWS_VENDOR_NAMES');
  });
});

describe('the format', () => {
  /** GET of one path, and models: as many resources as that. */
  function apiOfSize(count: number, options: AwsTargetOptions = {}) {
    const { stack, api, renderer } = petsApi(options);
    for (let index = 2; index < count; index++) api.addModel(`M${index}`, { modelName: `M${index}`, schema: { type: 'object' } });
    return { stack, api, renderer };
  }
  const formatOf = (stack: Stack) => (resourcesOfType(stack, 'Method').length === 0 ? TemplateFormat.OPENAPI_BODY : TemplateFormat.RESOURCES);

  test.each([
    [239, TemplateFormat.RESOURCES, 0],
    [240, TemplateFormat.RESOURCES, 1],
    [300, TemplateFormat.RESOURCES, 1],
    [301, TemplateFormat.OPENAPI_BODY, 1],
  ])('of a definition of %d resources is %s, with %d warnings', (count, format, warnings) => {
    const { stack } = apiOfSize(count);
    expect(formatOf(stack)).toBe(format);
    const texts = warningsOf(stack, 'AWS_TEMPLATE_FORMAT_BY_SIZE');
    expect(texts).toHaveLength(warnings);
    if (warnings > 0) expect(texts[0]).toMatch(new RegExp(`${count} resources; above 300`));
  });

  test('is the chosen one, whatever the size', () => {
    expect(formatOf(apiOfSize(2, { templateFormat: TemplateFormat.OPENAPI_BODY }).stack)).toBe(TemplateFormat.OPENAPI_BODY);
  });

  test('is resources if the API exists', () => {
    const existing = apiOfSize(301, EXISTING);
    expect([formatOf(existing.stack), warningsOf(existing.stack, 'AWS_TEMPLATE_FORMAT_BY_SIZE')]).toEqual([TemplateFormat.RESOURCES, []]);
  });
});

describe('permissions', () => {
  const sourcesOf = ({ stack }: { readonly stack: Stack }) => resourcesOfType(stack, 'AWS::Lambda::Permission')
    .map(({ Properties }) => /[^"]*(?="\]\])/.exec(JSON.stringify(Properties.SourceArn))?.[0]).sort();
  const LIKE_REST_API = { _scopesPermissions: true };

  test('are one for each function; or those of each method, if that is asked for or RestApi does it', () => {
    const [ofApi, ofMethod] = [['/*/*/*'], ['/GET/pets', '/test-invoke-stage/GET/pets']];
    expect(sourcesOf(petsApi())).toEqual(ofApi);
    expect(sourcesOf(petsApi(LIKE_REST_API))).toEqual(ofMethod);
    expect(sourcesOf(petsApi({ scopePermissions: PermissionScope.METHOD }))).toEqual(ofMethod);
    expect(sourcesOf(petsApi({ ...LIKE_REST_API, scopePermissions: PermissionScope.API }))).toEqual(ofApi);
  });

  // with the function, its role and the API; the path, the method and two permissions of it
  test.each([[500, 2], [501, 1]])('like those of RestApi as long as the stack can hold them: %d resources', (count, permissions) => {
    const { stack } = petsApi({ ...LIKE_REST_API, templateFormat: TemplateFormat.OPENAPI_BODY });
    for (let index = 7; index < count; index++) new CfnResource(stack, `Topic${index}`, { type: 'AWS::SNS::Topic' });
    expect(resourcesOfType(stack, 'AWS::Lambda::Permission')).toHaveLength(permissions);
  });

  test.each<[string, AwsTargetOptions, ApiProps]>([
    ['where there is no deployment stage', {}, { deploy: false }],
    ['of an existing API', EXISTING, {}],
  ])('of a method are for all stages %s', (_, options, props) => {
    expect(sourcesOf(petsApi({ ...options, scopePermissions: PermissionScope.METHOD }, props))).toContainEqual(expect.stringMatching(/\/\*\/GET\/pets$/));
  });
});

describe('settings', () => {
  const endpoint = (stack: Stack, vpcEndpointId: string) =>
    ec2.InterfaceVpcEndpoint.fromInterfaceVpcEndpointAttributes(stack, vpcEndpointId, { port: 443, vpcEndpointId });
  const privateApi = (...ids: readonly string[]) => {
    const stack = newStack();
    const policy = { Statement: [{ Effect: 'Allow', Principal: '*', Action: 'execute-api:Invoke', Resource: 'execute-api:/*' }] };
    const vpcEndpoints = ids.length === 0 ? undefined : ids.map((id) => endpoint(stack, id));
    return petsApi({ vpcEndpoints }, { endpointType: EndpointType.PRIVATE, policy }, stack).stack;
  };

  test('that only AWS has are those of the API, and take a new deployment', () => {
    expect(resourcesOfType(privateApi('vpce-1', 'vpce-2'), 'RestApi')[0].Properties.EndpointConfiguration)
      .toEqual({ Types: ['PRIVATE'], VpcEndpointIds: ['vpce-1', 'vpce-2'] });
    const deployments = [privateApi(), privateApi('vpce-1'), privateApi('vpce-2'), petsApi().stack, petsApi({ disableExecuteApiEndpoint: true }).stack]
      .flatMap((stack) => idsOfType(stack, 'Deployment'));
    expect(new Set(deployments).size).toBe(5);
    expect(idsOfType(petsApi().stack, 'Deployment')).toEqual([deployments[3]]);
  });

  test('that others made on the API before are kept, and reported as not of the definition', () => {
    const { stack, renderer } = petsApi({}, { description: 'declared', binaryMediaTypes: ['image/*'] });
    if (renderer.cfnRestApi !== undefined) renderer.cfnRestApi.binaryMediaTypes = ['by/hand'];
    expect(resourcesOfType(stack, 'RestApi')[0].Properties).toMatchObject({ Name: 'Pets', Description: 'declared', BinaryMediaTypes: ['by/hand'] });
    expect(warningsOf(stack, 'AWS_CHANGED_OUTSIDE_DEFINITION')).toEqual([expect.stringMatching(/^loss: Shop\/Pets\/Resource: .*: BinaryMediaTypes /)]);
  });

  test('tracing is on for all stages or for none', () => {
    const tracingOf = (options: AwsTargetOptions) => {
      const { stack, api } = petsApi(options);
      api.addStage('beta');
      return resourcesOfType(stack, 'Stage').map(({ Properties }) => Properties.TracingEnabled);
    };
    expect([tracingOf({ tracingEnabled: true }), tracingOf({})]).toEqual([[true, true], [undefined, undefined]]);
  });

  test('with a role for the account\'s logs, every stage waits for it', () => {
    const dependenciesOf = (options: AwsTargetOptions) => {
      const { stack, api } = petsApi(options);
      api.addStage('beta');
      return { accounts: idsOfType(stack, 'Account'), stages: resourcesOfType(stack, 'Stage').map(({ DependsOn }) => DependsOn) };
    };
    const { accounts, stages } = dependenciesOf({ cloudWatchRole: true });
    expect([accounts.length, stages]).toEqual([1, [accounts, accounts]]);
    expect(dependenciesOf({})).toEqual({ accounts: [], stages: [undefined, undefined] });
  });

  test('deployments are kept where the app says so', () => {
    const policiesOf = (options: AwsTargetOptions) => resourcesOfType(petsApi(options).stack, 'Deployment').map(({ DeletionPolicy }) => DeletionPolicy);
    expect([policiesOf({ retainDeployments: true }), policiesOf({})]).toEqual([['Retain'], [undefined]]);
  });
});

test('a function that checks JSON Web Tokens is below the API, by the name of its authorizer', () => {
  const { stack, api, fn } = petsApi();
  api.root.addMethod('GET', fn, { authorizer: api.addJwtAuthorizer('Tokens', { issuer: 'https://id.example.com', audience: ['pets'] }) });
  expect(resourcesOfType(stack, 'AWS::Lambda::Function')).toHaveLength(2);
  const below = api.node.tryFindChild('Function.Shop-Pets-Tokens')?.node.findAll() ?? [];
  expect(below.filter((one) => one instanceof lambda.CfnFunction)).toHaveLength(1);
});

describe('what is changed outside of the definition (AWS_CHANGED_OUTSIDE_DEFINITION)', () => {
  const changed = (options: AwsTargetOptions, change: (parts: ReturnType<typeof petsApi>) => void) => {
    const parts = petsApi(options);
    change(parts);
    return parts.stack;
  };
  const ofStage = ({ stack }: { readonly stack: Stack }) => Aspects.of(stack).add({ visit: (node) => {
    if (node instanceof apigateway.CfnStage) node.addPropertyOverride('ClientCertificateId', 'cert');
  } });
  const inAnotherStack = ({ stack, renderer: { restApiId, rootResourceId: resourceId } }: ReturnType<typeof petsApi>) => {
    const secondStack = new Stack(stack.node.scope, 'Other');
    new apigateway.CfnMethod(secondStack, 'Method', { restApiId, resourceId, httpMethod: 'PUT', authorizationType: 'NONE' });
  };

  test.each([
    ['a property of a stage, by its name', ofStage, /^loss: Shop\/Pets\/DeploymentStage\.prod\/Resource: .*ClientCertificateId/],
    ['a method of another stack', inAnotherStack, /^loss: Other\/Method: [^:]*change \[/],
  ])('is a loss: %s', (_, change, loss) => {
    expect(warningsOf(changed({}, change), 'AWS_CHANGED_OUTSIDE_DEFINITION')).toEqual([expect.stringMatching(loss)]);
  });

  test('is an error if the API is strict', () => {
    expect(() => Template.fromStack(changed({ strict: true }, ofStage))).toThrow('AWS_CHANGED_OUTSIDE_DEFINITION');
  });

  test('is not what the definition says', () => {
    expect(warningsOf(petsApi({ cloudWatchRole: true, tracingEnabled: true }).stack, 'AWS_CHANGED_OUTSIDE_DEFINITION')).toEqual([]);
  });
});

/** Methods that are rendered so far, without a synthesis. */
function renderedMethods(stack: Stack): readonly string[] {
  return stack.node.findAll().filter((one) => one instanceof apigateway.CfnMethod).map(({ node }) => node.path);
}
