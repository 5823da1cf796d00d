export { openRuntimeApi, type RuntimeApi, type RuntimeApiOptions } from './open-runtime-api';
