import { FoyerError } from '@foyer/protocol'
import { token2022Program, tokenProgram, tokenPrograms } from '../programs.ts'
import type { ChainAccount } from '../readAccounts.ts'
import { readExtensions, sizeOfAccount } from '../tokenExtensions.ts'

/** Bytes of a plain mint. @source https://docs.rs/spl-token-interface/latest/spl_token_interface/state/struct.Mint.html */
const mintSize = 82
const decimalsAt = 44
const initializedAt = 45
/** Token-2022's mark of a mint with extensions. */
const kindAt = 165
const frozen = 2

/** A token's data for transfers. */
export type Mint = {
  readonly program: string
  readonly decimals: number
  /** Size of a new account, bytes. */
  readonly accountSize: number
  /** New accounts cannot receive it before its issuer allows it. */
  readonly startsFrozen: boolean
}

/**
 * Parses the account of a token.
 *
 * @throws FoyerError `address-invalid` when it is not a token, `transaction-rejected` when it cannot be sent from here
 * @source https://www.solana-program.com/docs/token-2022/extensions
 */
export function readMint(token: string, account: ChainAccount | null): Mint {
  const bytes = account?.bytes ?? new Uint8Array()
  const isMint =
    account !== null &&
    tokenPrograms.includes(account.owner) &&
    bytes[initializedAt] === 1 &&
    (bytes.length === mintSize || (account.owner === token2022Program && bytes[kindAt] === 1))
  if (!isMint)
    throw new FoyerError('address-invalid', { details: `${token} is no token of this network.` })
  const extensions = account.owner === tokenProgram ? {} : readExtensions(bytes)
  const reason = refusal(extensions)
  if (reason)
    throw new FoyerError('transaction-rejected', {
      details: `${token} can not be sent: ${reason}.`,
    })
  return {
    program: account.owner,
    decimals: bytes[decimalsAt] as number,
    accountSize: account.owner === tokenProgram ? kindAt : sizeOfAccount(extensions),
    startsFrozen: extensions.defaultAccountState?.[0] === frozen,
  }
}

function refusal(extensions: ReturnType<typeof readExtensions>): string | undefined {
  if (extensions.nonTransferable) return 'it stays with its first owner'
  // Its program's address follows that of its authority; zeros mean none.
  if (extensions.transferHook?.subarray(32, 64).some((byte) => byte !== 0))
    return 'its transfers run a program of its own (a transfer hook), which is not supported here'
  if (extensions.pausable?.[32] === 1) return 'its issuer has paused all transfers'
  return undefined
}
