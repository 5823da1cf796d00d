import type { CatalogRow } from '../catalog-row';

const SYNTHESIS_FAILS = { kind: 'synthesis', exitCode: 1 } as const;

/** What goes wrong between a right definition and CloudFormation, and what API Gateway and Lambda cannot do as declared. */
export const AWS_ERRORS = {
  AWS_CDK_MISSING: {
    ...SYNTHESIS_FAILS,
    message: 'aws-cdk-lib, which renders for AWS, is not installed',
    help: 'npm install aws-cdk-lib',
  },
  AWS_STACK_MISSING: {
    ...SYNTHESIS_FAILS,
    message: 'what is rendered for AWS stands in a stack, and this does not',
    help: 'Declare it in a Stack of aws-cdk-lib; outside of one take Api and ProxyFunction of "synthgate".',
  },
  AWS_AUTHORIZER_UNSUPPORTED: {
    ...SYNTHESIS_FAILS,
    message: 'REST APIs of API Gateway have no authorizer like {name}, which takes the tokens of {issuer}',
    help: 'Use JwtAuthorizer, CognitoUserPoolsAuthorizer with the ARN of a pool, or a TokenAuthorizer whose function checks the token.',
  },
  AWS_JWT_WITH_POLICY: {
    ...SYNTHESIS_FAILS,
    message: 'on AWS {name} becomes a function, and beside functions a resource policy can only deny: callers that it does not allow would pass',
    help: 'Leave the resource policy or the JwtAuthorizer out, or take CognitoUserPoolsAuthorizer with the ARN of a pool.',
  },
  AWS_JWT_CLAIMS: {
    ...SYNTHESIS_FAILS,
    message: 'functions behind {name} find claims in requestContext.authorizer there, in requestContext.authorizer.claims here',
    help: 'Read both: const { claims = authorizer } = authorizer. What methods map is renamed; access logs and gateway responses are not.',
  },
  AWS_MODELS_CIRCULAR: {
    ...SYNTHESIS_FAILS,
    message: 'the models {names} refer to each other, and CloudFormation can make neither first',
    help: 'Put the schemas into one model, with definitions.',
  },
  AWS_VENDOR_NAMES: {
    ...SYNTHESIS_FAILS,
    message: 'on AWS the vendor names {words} are AWS\'s own',
    help: 'Leave vendor out for an API that is deployed to AWS.',
  },
  AWS_FUNCTION_CONCURRENCY: {
    ...SYNTHESIS_FAILS,
    message: 'an instance of Lambda runs one call at a time, not {given}',
    help: 'Leave concurrency at 1 for a function that is deployed to AWS.',
  },
  AWS_TIMEOUT_ROUNDED: {
    ...SYNTHESIS_FAILS,
    message: 'Lambda counts whole seconds: {given} ms becomes {rounded} s',
    help: 'Give a time limit in whole seconds.',
  },
  AWS_DESTINATION_HTTP: {
    ...SYNTHESIS_FAILS,
    message: 'Lambda posts no records to an address like {url}: failed events are kept in a queue of SQS there',
    help: 'Send them to a function, which can post them: onFailure: Destination.toFunction(…).',
  },
  AWS_BACKEND_LOCAL: {
    ...SYNTHESIS_FAILS,
    message: '{uri} is this machine here and another one there',
    help: 'Give an address that API Gateway can reach, e.g. by a stage variable.',
  },
  AWS_MODEL_NOT_DOCUMENTED: {
    ...SYNTHESIS_FAILS,
    message: 'the model {name} of {type} is left out of the method, where a validator would enforce it',
    help: 'Give the method a request validator with validateRequestBody, which enforces it here as well.',
  },
  AWS_ANY_LIMIT_SPLIT: {
    ...SYNTHESIS_FAILS,
    message: 'the limit of {key} is counted for POST and for the other methods apart',
    help: 'Declare a POST beside ANY and say its own limit.',
  },
  AWS_CACHE_CONTROL: {
    ...SYNTHESIS_FAILS,
    message: 'CloudFormation cannot set {setting} of {key}, which keeps {standard}',
    help: 'Leave it out, or set it after the deployment: aws apigateway update-stage.',
  },
  AWS_CHANGED_PAST_DEFINITION: {
    ...SYNTHESIS_FAILS,
    message: 'an Aspect, an override or a resource of one\'s own changes {api} past its definition, which the gateway here follows',
    help: 'Declare it on the API where it has a property for it. The deployment takes the change in any case.',
  },
  AWS_PERMISSION_CROSS_ACCOUNT: {
    ...SYNTHESIS_FAILS,
    message: '{arn} belongs to account {account}, whose owner must permit the API to invoke it',
    help: 'There: aws lambda add-permission --principal apigateway.amazonaws.com, with --source-arn of the API.',
  },
  AWS_RENDERING_BY_SIZE: {
    ...SYNTHESIS_FAILS,
    message: 'the definition is {count} resources; above {max} it becomes one OpenAPI document, as nothing else is said',
    help: 'Say templateFormat: TemplateFormat.RESOURCES where the API is deployed as resources, TemplateFormat.OPENAPI_BODY where it is new and large.',
  },
  AWS_RESOURCES_NEAR_LIMIT: {
    ...SYNTHESIS_FAILS,
    message: 'with this API its stack has {count} resources and may have {max}',
    help: 'A new API: templateFormat: TemplateFormat.OPENAPI_BODY, one resource for all methods. One that is deployed: move functions to another stack, or divide it.',
  },
} as const satisfies Record<string, CatalogRow>;
