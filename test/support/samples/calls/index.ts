import { FUNCTION_SAMPLES } from './functions';
import { SERVICE_SAMPLES } from './services';

/** The calls of each app, by its name. */
export const SAMPLES = { ...FUNCTION_SAMPLES, ...SERVICE_SAMPLES };
