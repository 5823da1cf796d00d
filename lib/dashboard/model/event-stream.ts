export interface StreamEvent {
  readonly type: string;
  readonly data: string;
}

/**
 * Reads server-sent events from pieces of text, which may end anywhere.
 * @see https://html.spec.whatwg.org/multipage/server-sent-events.html#event-stream-interpretation
 */
export function eventStreamReader(): (piece: string) => readonly StreamEvent[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap(eventOf);
  };
}

function eventOf(block: string): readonly StreamEvent[] {
  const lines = block.split('\n');
  const data = valuesOf(lines, 'data');
  return data.length === 0 ? [] : [{ type: valuesOf(lines, 'event').at(-1) ?? 'message', data: data.join('\n') }];
}

function valuesOf(lines: readonly string[], name: string): readonly string[] {
  return lines.filter((line) => line.startsWith(`${name}:`)).map((line) => line.slice(name.length + 1).replace(/^ /, ''));
}
