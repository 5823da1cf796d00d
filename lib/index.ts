/** The public door: what users of every language see. */
export * as aws from './aws';
export * from './constructs';
export { App, GatewayAssembly, OpenApiDocument, OpenApiVersion, type AppProps, type OpenApiOptions, type SynthesizeOptions } from './synth';
