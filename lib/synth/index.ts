export { App, type AppProps, type SynthesizeOptions } from './app';
export { OpenApiDocument, OpenApiVersion, type OpenApiOptions } from './open-api';
export { GatewayAssembly } from './gateway-assembly';
export { synthesizeWithoutCode, type WithoutCode } from './synthesize-without-code';
export { assemblyFiles } from './assembly';
export type { CodeFiles, FunctionCode } from './function-code';
export { wantedDirectory } from './run-app';
export { codeOfFunction, synthesize, type MadeCode } from './synthesize';
export { writeAssembly, writeFiles } from './write-assembly';
