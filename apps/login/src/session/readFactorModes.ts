import { FoyerError } from '@foyer/protocol'
import { type RecoveryMode, recoveryFactorList } from '@foyer/protocol/custody'
import type { LoginSession } from './openSession.ts'

/** Kinds of factors that this version can ask for. */
export type OpeningMode = 'passkey' | 'code'

/**
 * Reads which kinds of factors open the user's wallet, passkeys first. Both if the vault does not tell this device.
 *
 * @param user.mode - The wallet's recovery mode, as the login server says.
 * @throws {@link FoyerError} `recovery-failed` if only factors that this version does not know open it, and the vault's errors
 */
export async function readFactorModes(
  { callVault }: Pick<LoginSession, 'callVault'>,
  { mode, signal, userId }: { userId: string; mode: RecoveryMode; signal?: AbortSignal },
): Promise<readonly [OpeningMode, ...OpeningMode[]]> {
  const modes = await callVault(recoveryFactorList, { userId }, { signal }).then(
    ({ factors }) => new Set<string>(factors.map((factor) => factor.mode)),
    (error: unknown) => {
      if (error instanceof FoyerError && error.code === 'recovery-evidence-required')
        return new Set<string>(mode === 'password' ? [mode] : ['passkey', 'code'])
      throw error
    },
  )
  const [first, ...others] = (['passkey', 'code'] as const).filter((one) => modes.has(one))
  if (first) return [first, ...others]
  throw new FoyerError('recovery-failed', { details: `Nothing here opens mode ${mode}.` })
}
