import { defaultClientConditions, defineConfig } from 'vite'

export default defineConfig({
  resolve: { conditions: ['@foyer/source', ...defaultClientConditions] },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    target: 'es2023',
    // As the package itself is built: light-dark() stays as it is.
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    // Everything is a file: a strict content policy has no room for data URLs of styles and scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: { input: ['index.html', 'plain.html'] },
  },
})
