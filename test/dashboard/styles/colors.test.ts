import { readFileSync } from 'node:fs';
import path from 'node:path';

const text = readFileSync(path.resolve(__dirname, '..', '..', '..', 'lib', 'dashboard', 'styles', 'colors.css'), 'utf8');
const [dark = '', light = ''] = text.split('@media (prefers-color-scheme: light)');
const SURFACES = ['page', 'surface', 'raised'];
const TEXTS = ['text', 'muted', 'accent', 'ok', 'info', 'warn', 'error', 'violet'];

describe.each([['dark', colorsOf(dark)], ['light', colorsOf(light)]])('%s', (_, colors) => {
  test.each(SURFACES.flatMap((surface) => TEXTS.map((name) => [name, surface])))('%s on %s has a contrast of 4.5 or more', (name, surface) => {
    expect(contrast(colors[name], colors[surface])).toBeGreaterThanOrEqual(4.5);
  });

  test('the text of the main button has it too, and edges of fields have 3', () => {
    expect(contrast(colors['on-accent'], colors.accent)).toBeGreaterThanOrEqual(4.5);
    expect(Math.min(...SURFACES.map((surface) => contrast(colors.edge, colors[surface])))).toBeGreaterThanOrEqual(3);
  });
});

function colorsOf(css: string): Readonly<Record<string, string>> {
  return Object.fromEntries([...css.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, color]) => [name, color]));
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
function contrast(one: string, other: string): number {
  const [light = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const value = parseInt(color.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
