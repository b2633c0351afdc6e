import * as v from 'valibot'
import type { SolanaChain } from '../../chains/chainConfig.ts'
import type { ChainRpc } from '../../rpc/chainRpc.ts'
import { parseResult } from '../../rpc/parseResult.ts'
import { convertError } from '../convertError.ts'
import type { SwapAsset } from '../swapSource.ts'
import { checkInstructions } from './checkInstructions.ts'
import { readTransaction } from './readTransaction.ts'
import { readWritable } from './readWritable.ts'
import { mintOf, wrappedMint } from './solanaAsset.ts'
import {
  type ChainAccount,
  chainAccount,
  ownRights,
  parseTokenAccount,
  type TokenAccount,
} from './tokenAccount.ts'

/** Most lamports of a fee: one signature, and a priority of 0.01 SOL. */
const largestFee = 10_005_000n
const systemProgram = '11111111111111111111111111111111'
/** "Less than the minimum" of Jupiter's program, and of our own. @source https://dev.jup.ag/docs/swap-api/common-errors */
const tooLittle = 6001
/** The programs' own "too few". @source https://docs.rs/spl-token-interface, https://docs.rs/solana-system-interface */
const insufficient = 1

const accountsResult = v.object({ value: v.array(chainAccount) })
const feeResult = v.object({
  value: v.nullable(
    v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.transform((count) => BigInt(count)),
    ),
  ),
})
const simulation = v.object({
  value: v.object({ err: v.unknown(), accounts: v.nullish(v.array(chainAccount)) }),
})
const customError = v.object({
  InstructionError: v.tuple([v.number(), v.object({ Custom: v.number() })]),
})

/**
 * Checks a swap on Solana before its user signs it: the user alone signs and pays, only listed programs are called, and
 * in the node's simulation the user's own accounts lose no more than the swap pays, get no other owner and no delegate.
 *
 * @param parameters.programs - of the source
 * @returns What arrives, in smallest units.
 * @throws HttpError `swap-refused`, `insufficient-balance`, `price-moved`, `swap-reverts`; 502 when the chain does not answer
 */
export async function checkTransaction(
  rpc: ChainRpc,
  chain: SolanaChain,
  { amount, from, programs, to, transaction, user }: checkTransaction.Parameters,
): Promise<bigint> {
  const read = readTransaction(transaction, user)
  checkInstructions(read, { programs })
  const addresses = await readWritable(rpc, chain, read)
  const commitment = 'confirmed'
  const encoding = 'base64'
  const [earlier, priced, simulated] = await rpc.send(chain, [
    {
      method: 'getMultipleAccounts',
      params: JSON.stringify([addresses, { commitment, encoding }]),
    },
    { method: 'getFeeForMessage', params: JSON.stringify([read.messageText, { commitment }]) },
    {
      method: 'simulateTransaction',
      params: JSON.stringify([
        transaction,
        { commitment, encoding, sigVerify: false, accounts: { encoding, addresses } },
      ]),
    },
  ])
  const before = ownedOf(user, addresses, parseResult(chain, earlier, accountsResult).value)
  const fee = parseResult(chain, priced, feeResult).value
  if (fee === null) throw convertError('swap-reverts', { cause: 'Its blockhash is too old' })
  if (fee > largestFee) throw convertError('swap-refused', { cause: `A fee of ${fee}` })
  const held = from.isNative ? before.coins - fee : sumOf(before, mintOf(from))
  if (held < amount) throw convertError('insufficient-balance')
  const { accounts, err } = parseResult(chain, simulated, simulation).value
  if (err !== null && err !== undefined) throw failureOf(err)
  if (accounts?.length !== addresses.length) throw convertError('simulation-unavailable')
  const after = ownedOf(user, addresses, accounts)
  checkRights(before, after)

  const isCoin = (asset: SwapAsset) => mintOf(asset) === wrappedMint
  // Wrapped coins, and the deposits of the user's own accounts, still belong to the user.
  const lostCoins = before.lamports - after.lamports - fee
  if (lostCoins > (isCoin(from) ? amount : 0n)) throw convertError('swap-refused')
  for (const mint of new Set([...before.tokens.values()].map((one) => one.mint))) {
    if (mint === wrappedMint) continue
    const lost = sumOf(before, mint) - sumOf(after, mint)
    if (lost > (mint === mintOf(from) ? amount : 0n)) throw convertError('swap-refused')
  }
  return to.isNative ? -lostCoins : sumOf(after, mintOf(to)) - sumOf(before, mintOf(to))
}

export declare namespace checkTransaction {
  type Parameters = {
    amount: bigint
    from: SwapAsset
    programs: readonly string[]
    to: SwapAsset
    /** Base64. */
    transaction: string
    user: string
  }
}

type Owned = {
  /** Lamports of the user's account. */
  readonly coins: bigint
  /** The same with those of the user's token accounts. */
  readonly lamports: bigint
  /** The token accounts, by address. */
  readonly tokens: ReadonlyMap<string, TokenAccount>
  readonly others: ReadonlyMap<string, TokenAccount>
}

/** Reads what belongs to a user; refuses if the user's account is no longer a plain one. */
function ownedOf(
  user: string,
  addresses: readonly string[],
  accounts: readonly ChainAccount[],
): Owned {
  const tokens = new Map<string, TokenAccount>()
  const others = new Map<string, TokenAccount>()
  let [coins, lamports] = [0n, 0n]
  for (const [index, address] of addresses.entries()) {
    const account = accounts[index] ?? null
    if (address === user) {
      if (account !== null && (account.owner !== systemProgram || account.data.length > 0))
        throw convertError('swap-refused', { cause: 'The account would belong to a program' })
      coins += account?.lamports ?? 0n
      lamports += account?.lamports ?? 0n
      continue
    }
    const token = parseTokenAccount(account)
    if (token === undefined) continue
    if (token.owner === user) lamports += account?.lamports ?? 0n
    ;(token.owner === user ? tokens : others).set(address, token)
  }
  return { coins, lamports, tokens, others }
}

const sumOf = ({ tokens }: Owned, mint: string) =>
  [...tokens.values()].reduce((sum, one) => (one.mint === mint ? sum + one.amount : sum), 0n)

/** Refuses accounts that somebody else could use afterwards. */
function checkRights(before: Owned, after: Owned): void {
  for (const address of before.tokens.keys())
    if (after.others.has(address)) throw convertError('swap-refused', { cause: 'another owner' })
  for (const [address, { rights }] of after.tokens)
    if (rights !== (before.tokens.get(address)?.rights ?? ownRights) && rights !== ownRights)
      throw convertError('swap-refused', { cause: 'another right' })
}

function failureOf(err: unknown) {
  const custom = v.safeParse(customError, err)
  const code = custom.success ? custom.output.InstructionError[1].Custom : undefined
  if (code === tooLittle) return convertError('price-moved')
  const isPoor =
    code === insufficient || /InsufficientFunds|AccountNotFound/.test(JSON.stringify(err))
  return convertError(isPoor ? 'insufficient-balance' : 'swap-reverts', { cause: err })
}
