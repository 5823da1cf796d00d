export type ErrorDetails = Readonly<Record<string, string | number | boolean>>;

/** Fills `{name}` from the details; a missing detail stays visible as `{name}`. */
export function fillMessage(message: string, details: ErrorDetails): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(details, name) ? String(details[name]) : whole));
}
