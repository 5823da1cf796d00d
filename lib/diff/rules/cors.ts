import type { CorsSpec, GatewaySpec } from '../../spec';
import { own, without } from '../compare-values';
import { pathForm } from '../route-matching';
import { family, hitIf, hitIfChanged, type Hit } from '../rule';
import type { Sides } from '../sides';

type Code =
  | 'cors-removed' | 'cors-origin-removed' | 'cors-opened' | 'cors-credentials-removed' | 'cors-narrowed' | 'cors-widened' | 'cors-status-changed';

/** Cross-origin resource sharing: which scripts of browsers may call. */
export const cors = family<Code>({
  'cors-removed': {
    level: 'breaking', when: 'A resource has no CORS any more.', why: 'Scripts of other origins cannot call it.', noticedBy: ['http'],
    instead: 'Remove origins one by one.',
  },
  'cors-origin-removed': {
    level: 'breaking', when: 'An origin is no longer allowed.', why: 'Its scripts cannot call.', noticedBy: ['http'],
    instead: 'Look for the Origin header in the access log first.',
  },
  'cors-opened': {
    level: 'security', when: 'Every origin is allowed, or one more with credentials.',
    why: 'Scripts of other sites can read responses, with the caller\'s cookies if credentials are allowed.', noticedBy: ['http'],
    instead: 'Name the origins.',
  },
  'cors-credentials-removed': {
    level: 'breaking', when: 'Credentials are no longer allowed.', why: 'Scripts that send cookies fail.', noticedBy: ['http'],
    instead: 'Move these scripts to tokens in a header first.',
  },
  'cors-narrowed': {
    level: 'breaking', when: 'A header, an exposed header or a method is no longer allowed.', why: 'Scripts that use it fail.',
    noticedBy: ['http'], instead: 'Keep it in the list.',
  },
  'cors-widened': {
    level: 'cosmetic', when: 'An origin without credentials, a header or a method is allowed as well.', why: 'More scripts can call.',
    noticedBy: ['http'],
  },
  'cors-status-changed': {
    level: 'cosmetic', when: 'The preflight has another success status, or may be kept for another time.', why: 'Browsers accept any 2xx.',
    noticedBy: ['http'],
  },
}, resources);

function corsByForm({ resources: all }: GatewaySpec): Record<string, { readonly path: string; readonly cors: CorsSpec }> {
  return Object.fromEntries(Object.entries(all)
    .flatMap(([path, { cors: settings }]) => (settings === undefined ? [] : [[pathForm(path), { path, cors: settings }] as const])));
}

function resources({ before, after }: Sides): Hit<Code>[] {
  const [then, now] = [corsByForm(before), corsByForm(after)];
  const [formsBefore, forms] = [before, after].map(({ resources: all }) => new Set(Object.keys(all).map(pathForm)));
  return [...new Set([...Object.keys(then), ...Object.keys(now)])].sort().flatMap((form): Hit<Code>[] => {
    const [was, is] = [own(then, form), own(now, form)];
    const subject = `CORS of ${was?.path ?? is?.path ?? form}`;
    if (is === undefined) {
      return hitIf(forms?.has(form) === true, { rule: 'cors-removed', subject, before: was?.cors.allowOrigins, after: undefined });
    }
    if (was === undefined) {
      const rule = isOpen(is.cors) ? 'cors-opened' : 'cors-widened';
      // nothing is opened for callers of a resource that is new
      return hitIf(formsBefore?.has(form) === true, { rule, subject, before: undefined, after: is.cors.allowOrigins });
    }
    return [origins, credentials, lists, answer].flatMap((find) => find(subject, was.cors, is.cors));
  });
}

function isOpen({ allowOrigins, allowCredentials }: CorsSpec): boolean {
  return allowOrigins.includes('*') || allowCredentials;
}

function origins(subject: string, before: CorsSpec, after: CorsSpec): Hit<Code>[] {
  const hit = { subject, part: 'origins', before: before.allowOrigins, after: after.allowOrigins };
  const wasOpen = before.allowOrigins.includes('*');
  const isMore = without(after.allowOrigins, before.allowOrigins).length > 0 && !wasOpen;
  return [
    ...hitIf(!after.allowOrigins.includes('*') && without(before.allowOrigins, after.allowOrigins).length > 0,
      { ...hit, rule: 'cors-origin-removed' }),
    ...hitIf(isMore, { ...hit, rule: isOpen(after) ? 'cors-opened' : 'cors-widened' }),
  ];
}

function credentials(subject: string, before: CorsSpec, after: CorsSpec): Hit<Code>[] {
  const [then, now] = [before.allowCredentials, after.allowCredentials];
  return hitIfChanged({ rule: now ? 'cors-opened' : 'cors-credentials-removed', subject, part: 'credentials', before: then, after: now });
}

const LISTS = ['allowHeaders', 'exposeHeaders', 'allowMethods', 'methods'] as const;

function lists(subject: string, before: CorsSpec, after: CorsSpec): Hit<Code>[] {
  return LISTS.flatMap((part): Hit<Code>[] => {
    const hit = { subject, part, before: before[part], after: after[part] };
    const lower = (names: readonly string[]): string[] => names.map((name) => name.toLowerCase());
    const [then, now] = [lower(before[part]), lower(after[part])];
    return [
      ...hitIf(!now.includes('*') && without(then, now).length > 0, { ...hit, rule: 'cors-narrowed' }),
      ...hitIf(without(now, then).length > 0, { ...hit, rule: 'cors-widened' }),
    ];
  });
}

function answer(subject: string, before: CorsSpec, after: CorsSpec): Hit<Code>[] {
  return (['statusCode', 'maxAgeSeconds'] as const)
    .flatMap((part) => hitIfChanged({ rule: 'cors-status-changed', subject, part, before: before[part], after: after[part] }));
}
