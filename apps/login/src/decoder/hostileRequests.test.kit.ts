import type { ApprovalInput } from '@foyer/decode'
import type fc from 'fast-check'

const file = '../../../../packages/decode/src/hostileInput.test.kit.ts'

/** Loads the requests that the tests of `@foyer/decode` try to break it with: they are not published, so by their file. */
export function loadHostileRequests(): Promise<{
  /** The account on Ethereum that they name. */
  alice: string
  hostileInputs: Readonly<Record<string, fc.Arbitrary<ApprovalInput>>>
}> {
  return import(new URL(file, import.meta.url).href)
}
