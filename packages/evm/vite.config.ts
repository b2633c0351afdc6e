import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts' },
  chunks: {
    // Shared with later chunks, which must not load all of `evm.ts`.
    shape: ['hasAddressShape.ts'],
    // Before the first click.
    page: ['evm.ts'],
    // Once a list with an installed wallet is open.
    wallet: ['connect.ts', 'revoke.ts', 'watch.ts'],
    // Once a wallet is connected.
    requests: ['requests.ts'],
  },
})
