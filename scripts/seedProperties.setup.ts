import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The parameters of property tests: one seed in `npm test`, others in `npm run fuzz`. `interruptAfterTimeLimit`: ms after
     * which a property without a failure counts as passed.
     */
    properties: {
      readonly seed: number
      readonly numRuns?: number
      readonly interruptAfterTimeLimit?: number
    }
  }
}

fc.configureGlobal(inject('properties'))
