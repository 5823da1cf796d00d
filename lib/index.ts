/** The public door: what users of every language see. */
export * as aws from './aws';
export * from './constructs';
export { App, GatewayAssembly, type AppProps, type SynthesizeOptions } from './synth';
