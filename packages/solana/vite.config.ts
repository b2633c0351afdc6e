import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts' },
  chunks: {
    // Shared with later chunks, which must not load all of `solana.ts`.
    shape: ['isAddress.ts'],
    // Before the first click.
    page: ['solana.ts'],
    // With the list of wallets.
    wallet: ['connect.ts', 'discover.ts', 'disconnectWallet.ts', 'watch.ts'],
  },
})
