/** The kind of device that the content-delivery network detects. */
export type ViewerKind = 'desktop' | 'mobile' | 'smart-tv' | 'tablet';

const MAX_AGENTS = 500;
const MAX_AGENT_CHARACTERS = 300;
const kinds = new Map<string, ViewerKind>();

/** The kind of device that a User-Agent names; recent values are cached. */
export function viewerKind(userAgent: string): ViewerKind {
  return kinds.get(userAgent) ?? newKind(userAgent);
}

function newKind(userAgent: string): ViewerKind {
  const kind = kindOf(userAgent);
  if (kinds.size < MAX_AGENTS && userAgent.length <= MAX_AGENT_CHARACTERS) kinds.set(ownText(userAgent), kind);
  return kind;
}

/** A copy: what is cut out of a request keeps all of it in memory. */
function ownText(text: string): string {
  return Buffer.from(text).toString();
}

function kindOf(userAgent: string): ViewerKind {
  if (/smart-?tv|googletv|appletv|hbbtv|netcast/i.test(userAgent)) return 'smart-tv';
  if (/ipad|tablet|kindle|silk|android(?!.*mobile)/i.test(userAgent)) return 'tablet';
  return /mobi|iphone|ipod|android/i.test(userAgent) ? 'mobile' : 'desktop';
}
