export { transformServerless, type ServerlessOptions, type TransformedServerless } from './transform-serverless';
export { translateServerless, type ServerlessTranslation } from './translate';
