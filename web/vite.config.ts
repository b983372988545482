import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig, type Plugin } from 'vite';

// The server of `prial serve` while the client is worked on with `npm run dev`
const server = process.env.PRIAL_SERVER ?? 'http://127.0.0.1:8080';

// The page names the files that every address needs, so that they come beside the first one and not after it: half a second
// on a slow line. The first page is a file of its own, home.html, and names its own ones too.
const together: Plugin = {
  name: 'together',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
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
      page.source = naming('/start.ts');
      this.emitFile({ type: 'asset', fileName: 'home.html', source: naming('/start.ts', '/pages/Home.svelte') });
    },
  },
};

export default defineConfig({
  plugins: [svelte(), together],
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
