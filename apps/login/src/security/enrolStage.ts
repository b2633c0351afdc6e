import type { KeyParams } from '../worker/messages.ts'

/** The factor that will open the wallet in a new browser. */
export type EnrolFactor = KeyParams<'enrolRecovery'>['factor']

/** Props of the stages that enrol a new factor. */
export type EnrolStage = {
  /** Enrols the factor; the worker tests it before it takes effect. */
  enrol: (factor: EnrolFactor, passkeyId?: string) => void
  pending: boolean
  error: unknown
}
