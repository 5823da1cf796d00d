/** Entry point `synthgate/aws`: what a CDK app declares instead of RestApi and NodejsFunction. */
export * from './constructs/api';
export * from './constructs/api-options';
export * from './constructs/aws-target';
export * from './constructs/http-api';
export * from './constructs/http-api-options';
export { Cors } from './constructs/cors';
export * from './constructs/existing-function-options';
export * from './constructs/proxy-function-props';
export * from './constructs/proxy-function';
export * from './constructs/web-socket-api';
export * from './constructs/web-socket-api-options';
