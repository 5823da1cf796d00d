export function Method({ name }: { readonly name: string }) {
  return <span class={`method method-${METHODS.has(name) ? name.toLowerCase() : 'other'}`}>{name}</span>;
}

const METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'ANY']);
