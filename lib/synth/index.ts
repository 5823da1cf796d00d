export { App, type AppProps, type SynthesizeOptions } from './app';
export { GatewayAssembly } from './gateway-assembly';
export { synthesizeWithoutCode, type WithoutCode } from './synthesize-without-code';
