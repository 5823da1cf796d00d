export { addCdkApis, tokenValuesOf, type CdkOutput } from './cdk-apis';
export { functionCodeOf, programIn } from './code-files';
export { writeImported } from './imported-files';
export { isNoted, issueLines } from './issue-lines';
export { filesOfErrors, loadEsbuild, notBundled } from './load-esbuild';
export { programCode, type ProgramCode, type ProgramCodes } from './program-code';
export { openSource, type OpenSource, type OpenSourceOptions } from './open-source';
export { requireApi } from './open-source';
export { basePathsOf, declaredPartsIn } from './source-parts';
