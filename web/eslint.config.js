// What the client's code is checked for. Everything strict is on; what is off has its reason beside it.
import js from '@eslint/js';
import svelte from 'eslint-plugin-svelte';
import { defineConfig } from 'eslint/config';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

export default defineConfig(
  { ignores: ['src/wire/'] }, // made by scripts/wire.mjs
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.ts', '**/*.svelte'],
    extends: [ts.configs.strictTypeChecked, ts.configs.stylisticTypeChecked, svelte.configs.recommended],
    languageOptions: {
      parserOptions: {
        project: ['./tsconfig.json', './tsconfig.node.json'],
        extraFileExtensions: ['.svelte'],
        tsconfigRootDir: import.meta.dirname,
      },
    },
  },
  { files: ['**/*.svelte', '**/*.svelte.ts'], languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } } },
  {
    rules: {
      eqeqeq: ['error', 'always', { null: 'ignore' }], // `== null` asks for undefined too
      'no-console': ['error', { allow: ['error'] }],
      'no-undef': 'off', // the compiler knows what there is
      'object-shorthand': 'error',
    },
  },
  {
    files: ['**/*.ts', '**/*.svelte'],
    rules: {
      // A test is waited for by the runner
      '@typescript-eslint/no-floating-promises': [
        'error',
        { allowForKnownSafeCalls: [{ from: 'package', package: 'node:test', name: 'test' }] },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `() => act('fold')` is how a handler is written, and `return this.#take()` how a branch ends
      '@typescript-eslint/no-confusing-void-expression': [
        'error',
        { ignoreArrowShorthand: true, ignoreVoidReturningFunctions: true },
      ],
      // `['name']` says that any name could stand there, as in options of rules
      '@typescript-eslint/dot-notation': ['error', { allowIndexSignaturePropertyAccess: true }],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      // An empty text or a false counts as none, too
      '@typescript-eslint/prefer-nullish-coalescing': ['error', { ignorePrimitives: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // `void width` in an effect names what it runs again for
      '@typescript-eslint/no-meaningless-void-operator': 'off',
      // A default that does nothing is written as one
      '@typescript-eslint/no-empty-function': 'off',
      // `Code | 'all'`: a word that stands for itself is named beside the texts it is one of
      '@typescript-eslint/no-redundant-type-constituents': 'off',
      // Maps and sets are made anew by $derived, and none is altered that a screen shows
      'svelte/prefer-svelte-reactivity': 'off',
    },
  },
  {
    files: ['**/*.svelte'],
    rules: {
      // What another component takes is known to svelte-check only, here it is `any`
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      // A state may be another one after an `await` or a call
      '@typescript-eslint/no-unnecessary-condition': 'off',
    },
  },
);
