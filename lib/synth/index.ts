export { App, type AppProps, type SynthesizeOptions } from './app';
export { OpenApiDocument, OpenApiVersion, type OpenApiOptions } from './open-api';
export { GatewayAssembly } from './gateway-assembly';
export { synthesizeWithoutCode, type WithoutCode } from './synthesize-without-code';
