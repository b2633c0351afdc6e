import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts' },
  chunks: {
    // Before the first click.
    page: ['walletConnect.ts'],
    // With the first pairing or a restored session. One module, so that a site's bundler does not split it for the sign-in.
    client: ['openWalletConnect.ts'],
    // When a sign-in is offered to a wallet.
    signIn: ['authenticate/offerSignIn.ts', 'authenticate/requestSignIn.ts'],
  },
})
