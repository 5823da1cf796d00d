const NAME = '_X_AMZN_TRACE_ID';

/**
 * Lets `process.env._X_AMZN_TRACE_ID` say the trace of the call that runs. To set it in the environment itself would leak:
 * the C library keeps every value that was ever set, about 150 bytes a call. So `process.env` becomes an object of its own that
 * behaves like it: values are texts, and what is set or deleted is so in the real environment, too.
 * @returns sets the trace of the call that begins
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
