import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts' },
  chunks: {
    // Before the first click.
    page: ['caip.ts', 'errors.ts', 'readOwn.ts'],
    // With what asks a wallet to connect.
    connection: ['frame/emailPattern.ts', 'methods.ts', 'toFoyerError.ts'],
  },
})
