import { useEffect, useState } from 'react'
import { type OpeningMode, readFactorModes } from '../session/readFactorModes.ts'
import { useReady } from './AccountContext.ts'
import { useTask } from './useTask.ts'

/** The kind of factor to ask for; undefined while it loads. `other` is the one that opens the wallet as well. */
export function useFactorMode(): {
  mode: OpeningMode | undefined
  other: OpeningMode | undefined
  switchMode: () => void
  error: unknown
} {
  const { account, facts } = useReady()
  const [modes, setModes] = useState<readonly OpeningMode[]>([])
  const { error, run } = useTask(async () => {
    const { factors, recoveryMode: mode, userId } = facts
    if (factors)
      return setModes(
        (['passkey', 'code'] as const).filter((one) => factors.some((has) => has.mode === one)),
      )
    setModes(await readFactorModes(account.session, { mode, userId }))
  })
  useEffect(() => void run(), [run])
  return {
    mode: modes[0],
    other: modes[1],
    switchMode: () => setModes((before) => before.toReversed()),
    error,
  }
}
