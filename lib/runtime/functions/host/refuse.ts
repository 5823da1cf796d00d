const { defineProperty } = Object;

/** Replaces a function by one that throws, for good. */
export function refuse(holder: object, name: string, code: string): void {
  const value = () => {
    throw refusal(name, code);
  };
  defineProperty(holder, name, { value, writable: false, configurable: false });
}

/** The error that a function gets when it attempts more than it may do. */
export function refusal(what: string, code: string): Error {
  return Object.assign(new Error(`${what} is not available to functions`), { code });
}
