const NAME = '_X_AMZN_TRACE_ID';

/**
 * Makes `process.env._X_AMZN_TRACE_ID` the trace of the running call. Setting it in the real environment would leak: the C
 * library keeps every value that was ever set, about 150 bytes per call. So `process.env` becomes a proxy object: values
 * are strings, and sets and deletes apply to the real environment, too.
 * @returns a function that sets the trace of the next call
 */
export function openTraceId(): (traceId: string | undefined) => void {
  const real = process.env;
  const { set, deleteProperty, defineProperty } = Reflect;
  const values: NodeJS.ProcessEnv = { ...real };
  process.env = new Proxy(values, {
    set: (target, name, value) => {
      const text = String(value);
      return (name === NAME || set(real, name, text)) && set(target, name, text);
    },
    defineProperty: (target, name, descriptor) => {
      const text = String(descriptor.value);
      if (name !== NAME) set(real, name, text);
      return defineProperty(target, name, { value: text, writable: true, enumerable: true, configurable: true });
    },
    deleteProperty: (target, name) => deleteProperty(real, name) && deleteProperty(target, name),
  });
  return (traceId) => {
    if (traceId === undefined) deleteProperty(values, NAME);
    else values[NAME] = traceId;
  };
}
