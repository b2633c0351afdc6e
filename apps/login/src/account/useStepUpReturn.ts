import { FoyerError } from '@foyer/protocol'
import { useEffect } from 'react'
import { endSocialLogin } from '../session/endSocialLogin.ts'
import { useReady } from './AccountContext.ts'
import { type Returned, takeReturn } from './takeReturn.ts'
import { useTask } from './useTask.ts'

/** Completes a step-up at a provider, when this page has come back from there. @returns the error of a failed one */
export function useStepUpReturn(): { error: unknown } {
  const { account } = useReady()
  const { error, run } = useTask(async (returned: Returned) => {
    if ('failed' in returned) throw new FoyerError('request-aborted')
    const { call, session } = account
    const answer = await endSocialLogin({ call, solveWork: session.solveWork }, returned, {
      // A step-up needs no mail.
      showChallenge: () => Promise.reject(new FoyerError('internal')),
    })
    if (answer.action === 'STEPPED_UP') account.patch({ steppedUpUntil: answer.until })
  })
  useEffect(() => {
    const returned = takeReturn()
    if (returned !== undefined) void run(returned)
  }, [run])
  return { error }
}
