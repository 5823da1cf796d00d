export { isSamTemplate, translateSam, type SamOptions, type SamTranslation } from './translate';
export { samConfigBeside, transformSam, type TransformedSam } from './transform-sam';
