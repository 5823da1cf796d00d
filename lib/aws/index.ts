/** The door `synthgate/aws`: what an app of aws-cdk-lib declares in the place of RestApi and NodejsFunction. */
export * from './api';
export * from './api-options';
export * from './aws-target';
export * from './existing-function-options';
export * from './lambda-options';
export * from './proxy-function';
