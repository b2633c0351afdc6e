import { defaultClientConditions, defineConfig, type Plugin } from 'vite'
import core from '../../packages/core/vite.config.ts'
import evm from '../../packages/evm/vite.config.ts'
import protocol from '../../packages/protocol/vite.config.ts'
import siwx from '../../packages/siwx/vite.config.ts'
import solana from '../../packages/solana/vite.config.ts'
import ui from '../../packages/ui/vite.config.ts'
import walletconnect from '../../packages/walletconnect/vite.config.ts'
import x402 from '../../packages/x402/vite.config.ts'
import { sourceChunks } from '../../scripts/packageBuild.ts'

/** A page's script that holds modules of another page would run with it. */
const pagesApart: Plugin = {
  name: 'pages-apart',
  generateBundle(_, bundle) {
    for (const part of Object.values(bundle))
      if (part.type === 'chunk' && part.isEntry && part.exports.length > 0)
        this.error(`${part.fileName} holds modules of other pages: import its view lazily`)
  },
}

export default defineConfig((env) => ({
  plugins: [pagesApart],
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
      input: [
        'agent.html',
        'club.html',
        'hooks.html',
        'index.html',
        'members.html',
        'plain.html',
        'shop.html',
      ],
      output: {
        codeSplitting: {
          groups: sourceChunks({
            protocol,
            core,
            evm,
            solana,
            walletconnect,
            siwx,
            x402,
            ui: ui({ ...env, mode: 'production' }),
          }),
        },
      },
    },
  },
}))
