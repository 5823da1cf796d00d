import { anchoredPatternBytes } from './pattern-cost';
import { PLAIN_BYTES } from './schema-cost';

/** Paths that match many values walk through the whole payload, one step of the path after the other. */
const WIDE_PATH_BYTES = 8 * 1024;
const NESTED_LOOP_BYTES = 512;
const WIDE_PATH = /\$\.\.|\.\.[\w*[]|\[\*\]|\.\*|\[\?/;
const PATTERN_METHOD = /\.(?:matches|replaceAll|replaceFirst|split)\(\s*(?:"([^"$]*)"|'([^']*)')?/g;
const LOOP_MARK = /#\{?(foreach|if|define|macro|end)\b/g;

/**
 * Bytes of a payload up to which a template is rendered on the main thread; 0 where a small payload can be long work: patterns
 * that backtrack, or come from the request themselves.
 */
export function templateBytes(template: string): number {
  const patterns = [...template.matchAll(PATTERN_METHOD)].map(([, double, single]) => {
    const pattern = double ?? single;
    return pattern === undefined ? 0 : anchoredPatternBytes(pattern);
  });
  return Math.min(
    PLAIN_BYTES,
    ...patterns,
    ...(WIDE_PATH.test(template) ? [WIDE_PATH_BYTES] : []),
    ...(loopDepth(template) > 1 ? [NESTED_LOOP_BYTES] : []),
  );
}

/** How many loops stand inside of each other at the most. */
function loopDepth(template: string): number {
  const open: string[] = [];
  let deepest = 0;
  for (const [, directive = ''] of template.matchAll(LOOP_MARK)) {
    if (directive === 'end') open.pop();
    else open.push(directive);
    deepest = Math.max(deepest, open.filter((one) => one === 'foreach').length);
  }
  return deepest;
}
