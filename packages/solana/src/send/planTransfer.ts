import type { Plan } from './plan.ts'
import { planCoins } from './planCoins.ts'
import { planTokens } from './planTokens.ts'

/** Plans a transfer of SOL, or of a token. @throws FoyerError `address-invalid`, `transaction-rejected` */
export function planTransfer({
  token,
  ...coins
}: Parameters<typeof planCoins>[0] & { token?: string | undefined }): Promise<Plan> {
  return token === undefined ? planCoins(coins) : planTokens({ ...coins, token })
}
