import {
  poolProgramAddress,
  type SolanaAccount,
  solanaAccounts,
  solanaPools,
  solanaSecretKey,
  solanaTokens,
  startSolana,
  swapInstruction,
  wrappedSol,
} from '@foyer/devnet'
import { openTestDatabase } from '@foyer/server/testDatabase'
import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromBytes,
  createSolanaRpc,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  getBase64Encoder,
  getTransactionDecoder,
  type Instruction,
  pipe,
  setTransactionMessageFeePayer,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransaction,
} from '@solana/kit'
import { expect } from 'vitest'
import { createTestApi, shop, type TestApi } from '../../createTestApi.test.kit.ts'
import { apiDatabase } from '../../database/apiDatabase.ts'
import { nativeMint } from '../swapSource.ts'
import { placeOfTokens } from './pools/buildPoolSwap.ts'

export const [alice, bob] = solanaAccounts as [SolanaAccount, SolanaAccount]
const mintOf = (symbol: string) => solanaTokens.find((one) => one.symbol === symbol)!.address
export const mints = { usdc: mintOf('USDC'), bonk: mintOf('BONK'), wsol: wrappedSol } as const

/** The local Solana, and the api in front of it. */
export async function startSolanaSwapWorld() {
  const solana = await startSolana({ port: 0, slotMs: 80 })
  const database = await openTestDatabase(apiDatabase, 'PGlite')
  const rpc = createSolanaRpc(solana.url)
  const id = (address: string) => `${solana.chainId}:${address}`
  const open: TestApi[] = []
  const lamportsOf = async (owner: string) =>
    (await rpc.getBalance(owner as Address, { commitment: 'confirmed' }).send()).value as bigint
  const createApi = async (more: createTestApi.Options = {}, swaps?: false) => {
    const api = await createTestApi({
      chains: [
        {
          ...{ caipId: solana.chainId, name: 'Foyer Solana', rpcUrls: [solana.url] },
          nativeCurrency: { name: 'Solana', symbol: 'SOL', decimals: 9 },
          tokens: solanaTokens
            .filter(({ symbol }) => ['USDC', 'BONK'].includes(symbol))
            .map(({ address, decimals, name, symbol }) => ({ address, decimals, name, symbol })),
          swaps: swaps ?? {
            ...{ program: poolProgramAddress, pools: solanaPools.map(({ address }) => address) },
          },
        },
      ],
      database,
      limits: { swapCallsPerMinute: 10_000 },
      ...more,
    })
    open.push(api)
    return api
  }
  const api = await createApi()
  return {
    api,
    createApi,
    id,
    rpc,
    solana,
    ids: { sol: id(nativeMint), usdc: id(mints.usdc), bonk: id(mints.bonk), wsol: id(mints.wsol) },
    async ask(path: string, body?: unknown, asked = api) {
      const [route = '', query = ''] = path.split('?')
      const response = await asked.request(`${route}?projectId=${shop.id}&${query}`, {
        method: body === undefined ? 'GET' : 'POST',
        ...(body !== undefined && {
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }),
      })
      return { status: response.status, body: await response.json() }
    },
    /** Reads an account's balance of a token; without the mint, of coins. */
    async amountOf(owner: string, mint?: string): Promise<bigint> {
      if (mint === undefined) return lamportsOf(owner)
      const { value } = await rpc
        .getTokenAccountsByOwner(
          ...[owner as Address, { mint: mint as Address }],
          ...([{ encoding: 'jsonParsed', commitment: 'confirmed' }] as const),
        )
        .send()
      return value.reduce(
        (sum, { account }) => sum + BigInt(account.data.parsed.info.tokenAmount.amount),
        0n,
      )
    },
    /** Signs and sends a built transaction as its user. */
    async send(transaction: string, account: SolanaAccount): Promise<void> {
      const { keyPair } = await createKeyPairSignerFromBytes(solanaSecretKey(account))
      const read = getTransactionDecoder().decode(getBase64Encoder().encode(transaction))
      const signed = await signTransaction([keyPair], read)
      const wire = getBase64EncodedWireTransaction(signed)
      const hash = await rpc.sendTransaction(wire, { encoding: 'base64' }).send()
      await expect
        .poll(
          async () => (await rpc.getSignatureStatuses([hash]).send()).value[0]?.confirmationStatus,
        )
        .toBe('confirmed')
    },
    /** Builds a transaction without signatures. */
    async compile(payer: string, instructions: readonly Instruction[]): Promise<string> {
      const { value } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
      return getBase64EncodedWireTransaction(
        pipe(
          createTransactionMessage({ version: 0 }),
          (message) => setTransactionMessageFeePayer(payer as Address, message),
          (message) => setTransactionMessageLifetimeUsingBlockhash(value, message),
          (message) => appendTransactionMessageInstructions(instructions, message),
          compileTransaction,
        ),
      )
    },
    /** The instruction of a swap of USDC for BONK. */
    swapOfUsdc: async (
      amount: bigint,
      more: Partial<Parameters<typeof swapInstruction>[0]> = {},
    ): Promise<Instruction> =>
      swapInstruction({
        ...{ amount, isForward: true, least: 1n, pool: solanaPools[1]! },
        source: await placeOfTokens(mints.usdc, alice.address),
        target: await placeOfTokens(mints.bonk, alice.address),
        user: alice.address,
        ...more,
      }),
    async stop() {
      for (const one of open) await one.close()
      await solana.stop()
      await database.close()
    },
  }
}
