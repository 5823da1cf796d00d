import { createHash } from 'node:crypto';
import type { Page } from './dashboard-ports';

/**
 * The page with the policy that lets run only what is in it: its inline scripts and styles by their hashes, and calls of its own
 * origin. No other page may frame it.
 */
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
