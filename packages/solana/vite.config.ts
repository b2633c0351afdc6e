import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts' },
  chunks: {
    // Needed later too, by what may not bring all of `solana.ts` along.
    shape: ['isAddress.ts'],
    // Before the first click.
    page: ['solana.ts'],
    // With the list of wallets.
    wallet: ['connect.ts', 'discover.ts', 'letGo.ts', 'watch.ts'],
  },
})
