import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Everything is a file: a strict content policy has no room for data URLs of styles and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['index.html', 'plain.html'] },
  },
})
