import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { brotliCompressSync } from 'node:zlib';
import { build, defineConfig, type Plugin } from 'vite';
import type { Front } from './src/boards/manifest.ts';

// The server of `prial serve` while the client is worked on with `npm run dev`
const server = process.env.PRIAL_SERVER ?? 'http://127.0.0.1:8080';

// What the first page says before any program runs.
async function firstWords(): Promise<Front> {
  const built = await build({
    configFile: false,
    logLevel: 'warn',
    plugins: [svelte()],
    publicDir: false,
    ssr: { noExternal: true },
    build: {
      ssr: 'src/home/first.ts',
      write: false,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { codeSplitting: false } },
    },
  });
  const [entry] = 'output' in built ? built.output : [];
  if (!entry) throw new Error('there are no words');
  const words = (await import(`data:text/javascript,${encodeURIComponent(entry.code)}`)) as { first: () => Front };
  return words.first();
}

const plain = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;');

// The page names the files that every address needs, so that they come beside the first one and not after it: half a second
// on a slow line. The first page is a file of its own, home.html, and names its own ones too. It has its first words and the
// little of the look that they need before all else; the rest of the look comes below them, where it holds nothing up.
const together: Plugin = {
  name: 'together',
  generateBundle: {
    order: 'post',
    async handler(_options, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('there is no page');
      const html = String(page.source);
      const naming = (...parts: string[]): string => {
        const files = Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' && parts.some((part) => file.facadeModuleId?.endsWith(part))
            ? [file.fileName, ...file.imports]
            : [],
        );
        const links = [...new Set(files)].map((file) => `  <link rel="modulepreload" href="/${file}">\n  `);
        return html.replace('</head>', `${links.join('')}</head>`);
      };
      const looks = await Promise.all(['src/look.css', 'src/home/hero.css'].map((file) => readFile(file, 'utf-8')));
      const look = this.emitFile({
        type: 'asset',
        name: 'first.css',
        source: looks.join('').replace(/\/\*[\s\S]*?\*\/|\n\s*/g, ''),
      });
      const first = `<link rel="stylesheet" href="/${this.getFileName(look)}">`;
      const style = /<link rel="stylesheet"[^>]*>/;
      page.source = naming('/start.ts').replace(style, (rest) => `${first}\n    ${rest}`);
      const { heading, text } = await firstWords();
      const words = `<h1>${plain(heading)}</h1><p class="lead">${plain(text)}</p>`;
      const felt = `<div id="first"><div class="hero"><div class="felt"><div class="say">${words}</div></div></div></div>`;
      const home = naming('/start.ts', '/pages/Home.svelte');
      this.emitFile({
        type: 'asset',
        fileName: 'home.html',
        source: home
          .replace(style, first)
          .replace('<div id="app">', `${felt}\n    ${style.exec(home)?.[0] ?? ''}\n    <div id="app">`),
      });
    },
  },
};

// Each file once more in less, for browsers that read Brotli: a seventh less than what the server can make by itself.
const less: Plugin = {
  name: 'less',
  async writeBundle({ dir = '' }) {
    const files = await readdir(dir, { recursive: true, withFileTypes: true });
    for (const file of files.filter((each) => /\.(js|css|svg|html)$/.test(each.name))) {
      const path = `${file.parentPath}/${file.name}`;
      await writeFile(`${path}.br`, brotliCompressSync(await readFile(path)));
    }
  },
};

export default defineConfig({
  plugins: [svelte(), together, less],
  build: {
    outDir: '../src/prial/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The page's security policy allows files of its own only: nothing inline, no data: addresses
    assetsInlineLimit: 0,
    // A table needs fourteen of the style sheets; on a slow line asking for each takes longer than bringing all of them
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    // What boards share comes in one file: on a slow line asking for each small one takes longer than bringing it
    rolldownOptions: {
      output: {
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ name: 'boards', test: /src\/(arrange|boards\/([A-Z]|timing)|table\/(Mark|marks|talk))/, minShareCount: 2 }],
        },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, ws: true } },
  },
});
