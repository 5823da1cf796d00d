export { addCdkApis } from './cdk-apis';
export type { EntryBundler } from './code-files';
export { sourceAssembly, writeImported } from './source-assembly';
