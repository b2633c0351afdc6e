import { defineConfig } from 'vite'

/**
 * Two builds. The package: one chunk an entry and a view, everything that a site's bundler can share left to it. And
 * `dist/cdn.js` (`--mode cdn`): one file with all of it, React too, for pages without a bundler.
 */
export default defineConfig(({ mode }) => {
  const cdn = mode === 'cdn'
  return {
    // The package is built from sources, types come from `tsc -b` into the same folder.
    resolve: { conditions: ['@foyer/source', 'module', 'browser', 'import', 'default'] },
    define: cdn ? { 'process.env.NODE_ENV': '"production"' } : {},
    build: {
      target: 'es2023',
      emptyOutDir: false,
      sourcemap: !cdn,
      minify: cdn,
      // A site's bundler shrinks scripts, but not the styles inside of them.
      cssMinify: true,
      // Browsers with light-dark(): for older ones it would be rewritten into what reads no color-scheme.
      cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
      lib: {
        entry: cdn
          ? { cdn: 'src/cdn.ts' }
          : {
              index: 'src/index.ts',
              primitives: 'src/primitives.ts',
              react: 'src/react.ts',
              server: 'src/server.ts',
            },
        formats: ['es' as const],
      },
      rolldownOptions: cdn
        ? // Vite itself leaves the white space of an ESM library.
          { output: { codeSplitting: false, minify: true } }
        : {
            external: [/^react(-dom)?(\/|$)/, /^@foyer\//, 'lucide-react'],
            output: { chunkFileNames: 'chunks/[name].js' },
          },
    },
  }
})
