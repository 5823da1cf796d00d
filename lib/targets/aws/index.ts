export { awsCdk } from './aws-cdk';
export { lossesOf } from './losses';
export { lowerForApiGateway, type Lowered } from './lower';
export { refusalsOf } from './refusals';
export { renderBody, type RenderedBody } from './render-body';
export { renderApi, renderAround, type RenderedApi } from './render-api';
export { type FunctionTarget, type PermissionScope, type Rendering } from './rendering';
export { restApiProperties } from './rest-api';
export { withReferences } from './tokens';
