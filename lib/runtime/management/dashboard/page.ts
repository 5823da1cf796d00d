import { createHash } from 'node:crypto';
import type { Page } from './dashboard-ports';

/** The page, with a policy that lets only its own scripts and styles run, by their hashes, and no other page frame it. */
export function pageOf(html: Buffer): Page {
  const text = html.toString('utf8');
  const directives = [
    "default-src 'none'",
    `script-src ${hashes(text, 'script')}`,
    `style-src ${hashes(text, 'style')}`,
    "connect-src 'self'", 'img-src data:', "base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'",
  ];
  return { body: html, contentSecurityPolicy: directives.join('; ') };
}

function hashes(html: string, element: 'script' | 'style'): string {
  const matches = [...html.matchAll(new RegExp(`<${element}\\b[^>]*>([\\s\\S]*?)</${element}>`, 'g'))];
  const sources = matches.map(([, content = '']) => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
  return sources.join(' ') || "'none'";
}
