import { base58 } from '@scure/base'
import { solanaTokens } from '../../../solana/solanaTokens.ts'
import { exactAmount } from '../amounts.ts'
import type { SolanaRpc } from './solanaRpc.ts'

/** Where the mint and the owner stand in a token account, and the decimals in a mint. @source spl-token state */
const ownerAt = 32
const decimalsAt = 44

/** Whose coins a token account holds, and which, as the chain knows it. */
async function readTokenAccount(rpc: SolanaRpc | undefined, address: string | undefined) {
  const data = address === undefined ? undefined : await rpc?.getData(address)
  if (!data || data.length < ownerAt + 32) return undefined
  return {
    mint: base58.encode(data.subarray(0, 32)),
    owner: base58.encode(data.subarray(ownerAt, ownerAt + 32)),
  }
}

/** The person behind a token account; the account's own address when the chain does not know it yet. */
export async function ownerOf(rpc: SolanaRpc | undefined, account: string | undefined) {
  const found = await readTokenAccount(rpc, account).catch(() => undefined)
  return found?.owner ?? `the token account ${account ?? 'in a lookup table'}`
}

/** The mint of a token account; nothing when the chain does not tell. */
export async function mintOf(rpc: SolanaRpc | undefined, account: string | undefined) {
  return (await readTokenAccount(rpc, account).catch(() => undefined))?.mint
}

/** A token's symbol; its address when the wallet does not know the token. */
export const tokenName = (mint: string | undefined): string =>
  solanaTokens.find(({ address }) => address === mint)?.symbol ?? mint ?? 'an unknown token'

/** An amount in words: `12.5 USDC`, or units when the token's decimals are not known. */
export async function tokenAmount(
  rpc: SolanaRpc | undefined,
  {
    amount,
    decimals: given,
    mint,
  }: { amount: bigint; decimals?: number | undefined; mint?: string | undefined },
): Promise<string> {
  const known = solanaTokens.find(({ address }) => address === mint)
  const asked = async () => {
    const data = mint === undefined ? undefined : await rpc?.getData(mint).catch(() => undefined)
    return data?.[decimalsAt]
  }
  const decimals = given ?? known?.decimals ?? (await asked())
  if (decimals === undefined) return `${amount} units of ${tokenName(mint)}`
  const name = known?.symbol ?? 'tokens'
  return `${exactAmount(amount, decimals)} ${name}`
}
