export { addCdkApis } from './cdk-apis';
export { loadEsbuild, notBundled } from './load-esbuild';
export { sourceAssembly, writeImported } from './source-assembly';
