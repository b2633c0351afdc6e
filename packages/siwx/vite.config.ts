import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts', verify: 'src/verify.ts' },
  chunks: {
    // Before the first click, on sites that use it.
    page: ['siweConfig.ts', 'siwx.ts'],
    // With the first wallet.
    run: ['callServer.ts', 'run/run.ts', 'run/session.ts'],
  },
})
