import { catalogRows } from '../catalog-row';

/** Errors between a valid definition and CloudFormation, and what API Gateway and Lambda cannot do as declared. */
export const AWS_ERRORS = /* @__PURE__ */ catalogRows('synthesis', {
  AWS_CDK_MISSING: {
    message: 'aws-cdk-lib, which renders CloudFormation, is not installed',
    help: 'npm install aws-cdk-lib',
  },
  AWS_STACK_MISSING: {
    message: 'an API for AWS must be declared in a stack',
    help: 'Declare it in a Stack of aws-cdk-lib; without a stack, use Api and ProxyFunction of "synthgate".',
  },
  AWS_AUTHORIZER_UNSUPPORTED: {
    message: 'API Gateway REST APIs have no authorizer like {name}, which accepts tokens of {issuer}',
    help: 'Use JwtAuthorizer, CognitoUserPoolsAuthorizer with the ARN of a pool, or a TokenAuthorizer whose function verifies the token.',
  },
  AWS_JWT_WITH_POLICY: {
    message: 'on AWS {name} becomes a function, and with a Lambda authorizer a resource policy can only deny: callers it does not allow would pass',
    help: 'Remove the resource policy or the JwtAuthorizer, or use CognitoUserPoolsAuthorizer with the ARN of a pool.',
  },
  AWS_JWT_CLAIMS: {
    message: 'functions behind {name} find claims in requestContext.authorizer on AWS, in requestContext.authorizer.claims locally',
    help: 'Read both: const { claims = authorizer } = authorizer. Parameter mappings of methods are adapted; access logs and gateway responses are not.',
  },
  AWS_INTEGRATION_UNAVAILABLE: {
    message: 'the method is not complete in this definition, so it cannot be deployed: {reason}',
    help: 'Deploy it from where it was imported, or give the method an integration.',
  },
  AWS_MODELS_CIRCULAR: {
    message: 'the models {names} reference each other, so CloudFormation cannot create either first',
    help: 'Put the schemas into one model, with definitions.',
  },
  AWS_EXISTING_API_POLICY: {
    message: 'the API already exists on AWS and keeps its own resource policy: callers that the policy declared here rejects could get through',
    help: 'Set the policy where that API is defined, and remove it here.',
  },
  AWS_EXISTING_API_SETTING: {
    message: 'the API already exists on AWS and keeps its own {setting}; the value declared here can only apply locally',
    help: 'Set {setting} where that API is defined, and remove it here if the two differ.',
  },
  AWS_VENDOR_NAMES: {
    message: 'on AWS the vendor names {words} are ignored: AWS uses its own',
    help: 'Omit vendor for an API that is deployed to AWS.',
  },
  AWS_FUNCTION_CONCURRENCY: {
    message: 'a Lambda instance runs one call at a time, not {given}',
    help: 'Keep concurrency at 1 for a function that is deployed to AWS.',
  },
  AWS_TIMEOUT_ROUNDED: {
    message: 'Lambda timeouts are whole seconds: {given} ms becomes {rounded} s',
    help: 'Use a timeout in whole seconds.',
  },
  AWS_DESTINATION_HTTP: {
    message: 'Lambda cannot post to a URL such as {url}: on AWS, failed events go to an SQS queue',
    help: 'Send them to a function, which can post them: onFailure: Destination.toFunction(…).',
  },
  AWS_ISSUER_LOCAL: {
    message: 'API Gateway cannot ask {issuer} for its keys: it is on your machine',
    help: 'Use an issuer that API Gateway can reach; for local tests, `synthgate token` signs tokens of any issuer.',
  },
  AWS_BACKEND_LOCAL: {
    message: '{uri} points to your machine; on AWS it will point to a different host',
    help: 'Use an address that API Gateway can reach, e.g. through a stage variable.',
  },
  AWS_MODEL_NOT_DOCUMENTED: {
    message: 'on AWS the request model {name} for {type} is omitted: the JSON validator added there would enforce it, and no validator does so locally',
    help: 'Add a request validator with validateRequestBody, which enforces it locally as well.',
  },
  AWS_ANY_LIMIT_SPLIT: {
    message: 'the limit of {key} is counted separately for POST and for the other methods',
    help: 'Declare POST next to ANY with its own limit.',
  },
  AWS_CACHE_CONTROL: {
    message: 'CloudFormation cannot set {setting} of {key}, which keeps {standard}',
    help: 'Remove it, or set it after the deployment: aws apigateway update-stage.',
  },
  AWS_CHANGED_OUTSIDE_DEFINITION: {
    message: 'an Aspect, override or L1 construct changes {api} outside its definition; the local gateway does not see the change{changes}',
    help: 'Use the option that is named after each property, if there is one. The change is deployed in any case.',
  },
  AWS_PERMISSION_CROSS_ACCOUNT: {
    message: '{arn} belongs to account {account}, which must grant the API permission to invoke it',
    help: 'In that account: aws lambda add-permission --principal apigateway.amazonaws.com, with --source-arn of the API.',
  },
  AWS_TEMPLATE_FORMAT_BY_SIZE: {
    message: 'the definition renders {count} resources; above {max} it is rendered as one OpenAPI document unless templateFormat is set',
    help: 'Set templateFormat: TemplateFormat.RESOURCES for an API that is already deployed as resources, TemplateFormat.OPENAPI_BODY for a new, large one.',
  },
  AWS_RESOURCES_NEAR_LIMIT: {
    message: 'with this API its stack has {count} resources; expected at most {max}',
    help: 'For a new API, set templateFormat: TemplateFormat.OPENAPI_BODY. For a deployed one, move functions to another stack, or split it.',
  },
});
