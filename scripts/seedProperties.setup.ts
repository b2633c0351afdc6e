import fc from 'fast-check'
import { inject } from 'vitest'

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * What random properties draw from: one seed in `npm test`, others in `npm run fuzz`. `interruptAfterTimeLimit`: ms
     * after which one that has not failed counts as passed.
     */
    properties: {
      readonly seed: number
      readonly numRuns?: number
      readonly interruptAfterTimeLimit?: number
    }
  }
}

fc.configureGlobal(inject('properties'))
