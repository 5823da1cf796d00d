/** The JSON of the gateway's dashboard API: types only, nothing of the runtime is part of the page. */
export type * from '../runtime/inspection/protocol';
