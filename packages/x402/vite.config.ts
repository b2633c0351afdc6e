import { packageBuild } from '../../scripts/packageBuild.ts'

export default packageBuild({
  entries: { index: 'src/index.ts', server: 'src/server.ts' },
  chunks: {
    // With the first answer 402.
    pay: ['budget.ts', 'readTerms.ts', 'signPayment.ts'],
  },
})
