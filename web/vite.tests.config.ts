// Builds the tests for Node's own runner, with the compilers that build the client: no Node reads Svelte's modules by itself,
// and the oldest one that we support no TypeScript.
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { readdirSync } from 'node:fs';
import { defineConfig } from 'vite';

const tests = readdirSync(new URL('./tests/', import.meta.url)).filter((name) => name.endsWith('.test.ts'));

export default defineConfig({
  plugins: [svelte()],
  publicDir: false,
  build: {
    outDir: '../build/web/tests',
    emptyOutDir: true,
    target: 'node20',
    minify: false,
    sourcemap: true,
    modulePreload: false,
    rolldownOptions: {
      input: Object.fromEntries(tests.map((name) => [name.replace(/\.ts$/, ''), `tests/${name}`])),
      external: /^node:/,
      // Vite takes entries for pages, which export nothing
      output: { entryFileNames: '[name].js' },
    },
  },
});
