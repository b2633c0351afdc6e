import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: {
    index: 'src/index.ts',
    api: 'src/api.ts',
    custody: 'src/custody.ts',
    frame: 'src/frame.ts',
    login: 'src/login.ts',
    payment: 'src/payment.ts',
    permissions: 'src/permissions.ts',
    relay: 'src/relay.ts',
    session: 'src/session.ts',
    signIn: 'src/signIn.ts',
    social: 'src/social.ts',
    sponsor: 'src/sponsor.ts',
    vault: 'src/vault.ts',
    x402: 'src/x402.ts',
  },
  chunks: {
    // Loaded before the first click.
    page: ['caip.ts', 'errors.ts', 'readOwn.ts'],
    // Loaded when a wallet is asked to connect.
    connection: ['frame/emailPattern.ts', 'methods.ts', 'toFoyerError.ts'],
  },
})
