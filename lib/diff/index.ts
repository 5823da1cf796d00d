export { compareSpecs, type SpecChange } from './compare-specs';
