// Settings of the documentation site. scripts/site.mjs copies the pages to .cache/pages and writes what this file needs to know
// about them to .cache/site.json; a link that leads nowhere fails the build.
import { readFileSync } from 'node:fs';
import { defineConfig } from 'vitepress';

const { description, sidebar, nav, repository } = JSON.parse(readFileSync(new URL('../.cache/site.json', import.meta.url), 'utf8'));

export default defineConfig({
  title: 'synthgate',
  description,
  srcDir: '.cache/pages',
  cacheDir: '.cache/vitepress',
  outDir: '../../dist/site',
  // A folder of any name can serve it, and files can be opened without a server that adds .html.
  base: process.env.SITE_BASE ?? '/',
  cleanUrls: false,
  ignoreDeadLinks: false,
  lastUpdated: false,
  // Braces are placeholders of messages, not attributes.
  markdown: { linkify: false, attrs: { disable: true }, config: keepBraces },
  themeConfig: {
    nav,
    sidebar,
    outline: [2, 3],
    search: { provider: 'local' },
    socialLinks: [{ icon: 'github', link: repository }],
    footer: { message: 'Apache-2.0' },
  },
});

/** Code in a line may contain `{{…}}`, which Vue would evaluate. */
function keepBraces(markdown) {
  const { code_inline: render } = markdown.renderer.rules;
  markdown.renderer.rules.code_inline = (...given) => render(...given).replace('<code', '<code v-pre');
}
