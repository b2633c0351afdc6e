import type { KeyParams } from '../worker/messages.ts'

/** The factor that will open the wallet in a new browser. */
export type EnrolFactor = KeyParams<'enrolRecovery'>['factor']

/** The actions of each stage of changing the recovery. */
export type EnrolStage = {
  /** Brings it into force; the worker tries it once before. */
  enrol: (factor: EnrolFactor, passkeyId?: string) => void
  pending: boolean
  error: unknown
}
