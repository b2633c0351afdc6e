import type { Rpc } from '@foyer/core'
import { cleanText } from '@foyer/protocol'
import * as v from 'valibot'
import { askNode, inContext } from '../askNode.ts'
import { account, readAccounts } from '../readAccounts.ts'
import { readMint } from '../send/readMint.ts'
import { readTokenAccount } from '../send/readTokenAccount.ts'
import { readMetadata } from '../tokenExtensions.ts'

const held = inContext(v.array(v.object({ account })))

/** Reads decimals and symbol of a token; only mints of Token-2022 hold a symbol. @throws FoyerError `address-invalid`, and the errors of `rpc` */
export async function readPaymentToken({
  rpc,
  token,
}: {
  rpc: Rpc
  token: string
}): Promise<{ decimals: number; symbol: string | undefined }> {
  const [found = null] = await readAccounts(rpc, [token])
  const { decimals } = readMint(token, found)
  const symbol = cleanText((found && readMetadata(found.bytes)?.symbol) ?? '', 16)
  return { decimals, symbol: symbol || undefined }
}

/** Reads the balance of a token in all accounts of an owner, in its smallest unit. */
export async function readTokenBalance({
  address,
  rpc,
  token,
}: {
  address: string
  rpc: Rpc
  token: string
}): Promise<bigint> {
  const accounts = await askNode(rpc, held, {
    method: 'getTokenAccountsByOwner',
    params: [address, { mint: token }, { encoding: 'base64', commitment: 'confirmed' }],
  })
  return accounts.reduce((sum, { account }) => sum + (readTokenAccount(account)?.amount ?? 0n), 0n)
}
