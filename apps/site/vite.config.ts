import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // Same targets as the package itself: keeps light-dark().
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Inline nothing: a strict content policy forbids data URLs of styles and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['hooks.html', 'index.html', 'members.html', 'plain.html', 'shop.html'],
    },
  },
})
