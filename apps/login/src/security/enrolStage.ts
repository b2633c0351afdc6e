import type { KeyParams } from '../worker/messages.ts'

/** What will open the wallet on a new browser. */
export type EnrolFactor = KeyParams<'enrolRecovery'>['factor']

/** What each stage of changing the recovery may do. */
export type EnrolStage = {
  /** Brings it into force; the worker tries it once before. */
  enrol: (factor: EnrolFactor, passkeyId?: string) => void
  pending: boolean
  error: unknown
}
