import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The server of `prial serve` while the client is worked on with `npm run dev`
const server = process.env.PRIAL_SERVER ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [svelte()],
  build: {
    outDir: '../src/prial/server/static',
    emptyOutDir: true,
    target: 'es2022',
    // The page's security policy allows files of its own only: nothing inline, no data: addresses
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: {
    host: '127.0.0.1',
    proxy: { '/api': { target: server, ws: true } },
  },
});
