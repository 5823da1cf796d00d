export { isSamTemplate, translateSam, type SamOptions, type SamTranslation } from './translate';
export { transformSam, type TransformedSam } from './transform-sam';
