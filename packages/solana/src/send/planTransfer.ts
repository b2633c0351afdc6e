import { AccountRole, type Address, type Instruction } from '@solana/kit'
import { referenceKey } from '../referenceKey.ts'
import type { Plan } from './plan.ts'
import { planCoins } from './planCoins.ts'
import { planTokens } from './planTokens.ts'

/**
 * Plans a transfer of SOL, or of a token.
 *
 * @param parameters.reference - 64 hex digits, added to each transfer as a read-only account. @default none
 * @throws FoyerError `address-invalid`, `transaction-rejected`
 * @source https://docs.solanapay.com/spec#reference
 */
export async function planTransfer({
  reference,
  token,
  ...coins
}: Parameters<typeof planCoins>[0] & {
  reference?: string | undefined
  token?: string | undefined
}): Promise<Plan> {
  const plan = await (token === undefined ? planCoins(coins) : planTokens({ ...coins, token }))
  if (reference === undefined) return plan
  const address = referenceKey(reference) as Address
  const mark = (instruction: Instruction): Instruction => ({
    ...instruction,
    accounts: [...(instruction.accounts ?? []), { address, role: AccountRole.READONLY }],
  })
  const { instructions, transfers } = plan
  return {
    ...plan,
    instructions: instructions.map((one) => (transfers.includes(one) ? mark(one) : one)),
  }
}
